/* The log-sum-exp of all pairwise similarities and its gradient, tile by tile (clica_nb.kernels.cpu).
 *
 * The file includes itself twice: what stands between `#ifdef REAL` and its end is compiled once per floating type,
 * with REAL, INT, UINT, SUFFIX and MAXREAL set, and N(name) becomes name_f32 or name_f64. The notebook
 * nbs/api/kernels/cpu.ipynb explains each section; it finds one by its name between the signs ==.
 */
#ifndef REAL

/* == head == */

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

/* the bytes of a vector: those of the widest unit, or -DVBYTES=... */
#if defined(VBYTES)
#elif defined(__AVX512F__)
#define VBYTES 64
#include <immintrin.h>
#define max_f32(a, b) ((V_f32)_mm512_max_ps((__m512)(a), (__m512)(b)))
#define max_f64(a, b) ((V_f64)_mm512_max_pd((__m512d)(a), (__m512d)(b)))
/* stays in its register, where GCC would load it again for each use */
#define HELD(v) __asm__("" : "+v"(v))
#elif defined(__AVX__)
#define VBYTES 32
#define max_f32(a, b) __builtin_ia32_maxps256(a, b)
#define max_f64(a, b) __builtin_ia32_maxpd256(a, b)
#else
#define VBYTES 16
#endif

#ifndef HELD
#define HELD(v)
#endif

#define INLINE static inline __attribute__((always_inline))
#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
/* the name of a piece for the present floating type */
#define N(name) JOIN(name, SUFFIX)

enum { ROWS = 4, UNIT = 16, TILE = 256, STRIP = 4, DOT = 0 };

typedef struct {
    const void *x;           /* rows, (seeds, rows, n) */
    const void *y;           /* columns, (seeds, cols, n); `work` reads them coordinate by coordinate, (seeds, n, ld) */
    const void *lse_x, *g_x; /* of the rows: log-sum-exp and the loss's derivative by it, (seeds, rows) */
    const void *lse_y, *g_y; /* of the columns, (seeds, cols), or 0 */
    void *out, *out_y;       /* of rows and columns: log-sum-exp, or the gradient by the points */
    long seeds, rows, cols, ld, n;
    long next;  /* the unit of work that is taken next */
    long bytes; /* of memory that a thread needs */
    int failed;
    double p;    /* exponent */
    int exclude; /* leave out column i for row i */
    void (*unit)(void *, long, long, void *);
    int own;                /* the columns are the rows */
    long blocks, side;      /* of the loop over pairs of blocks: their number, and points in each */
    int *rounds;            /* rounds that each block is through, (seeds, 2, blocks) */
    double *sums;           /* of the exponentials of each row, (seeds, rows) */
    void *shift, *factors;  /* one number per seed, and the derivative by each log-sum-exp, scaled by it */
} Job;

/* == threads == */

#ifdef __SSE__
#define MODE(name)                                                                                                     \
    unsigned name = __builtin_ia32_stmxcsr();                                                                          \
    __builtin_ia32_ldmxcsr(name | 0x8040)
#define RESTORE(name) __builtin_ia32_ldmxcsr(name)
#else
#define MODE(name)
#define RESTORE(name)
#endif

static void *work(void *job) {
    Job *q = job;
    void *memory = 0;
    long per = (q->rows + UNIT - 1) / UNIT, u;
    if (posix_memalign(&memory, 64, q->bytes)) {
        q->failed = 1;
        return 0;
    }
    MODE(before);
    while ((u = __atomic_fetch_add(&q->next, 1, __ATOMIC_RELAXED)) < per * q->seeds)
        q->unit(q, u / per, u % per * UNIT, memory);
    RESTORE(before);
    free(memory);
    return 0;
}

static int run(Job *q, int threads, void *(*work)(void *)) {
    pthread_t t[256];
    int started = 0;
    while (started < threads - 1 && started < 256 && !pthread_create(t + started, 0, work, q))
        started++;
    work(q);
    for (int i = 0; i < started; i++)
        pthread_join(t[i], 0);
    return q->failed;
}

/* == rounds == */

/* in round r the blocks i and j with i + j = r modulo their number meet, so no block is in two pairs at a time */
static void *meet(void *job) {
    Job *q = job;
    void *memory = 0;
    long N = q->blocks, ni = (q->rows + q->side - 1) / q->side, nj = (q->cols + q->side - 1) / q->side, u;
    int failed = posix_memalign(&memory, 64, q->bytes), none = 1 << 30;
    if (failed)
        q->failed = 1;
    MODE(before);
    while ((u = __atomic_fetch_add(&q->next, 1, __ATOMIC_RELAXED)) < q->seeds * N * N) {
        long seed = u / (N * N), r = u / N % N, i = u % N, j = (r - i + N) % N;
        int *rows = q->rounds + seed * 2 * N, *a = i < ni ? rows + i : &none;
        int *b = j < nj ? rows + (q->own ? 0 : N) + j : &none;
        if (q->own && j < i)
            continue;
        while (__atomic_load_n(a, __ATOMIC_ACQUIRE) < r || __atomic_load_n(b, __ATOMIC_ACQUIRE) < r)
            sched_yield();
        if (!failed && i < ni && j < nj)
            q->unit(q, seed, i * N + j, memory);
        if (i < ni)
            __atomic_store_n(a, r + 1, __ATOMIC_RELEASE);
        if (j < nj)
            __atomic_store_n(b, r + 1, __ATOMIC_RELEASE);
    }
    RESTORE(before);
    free(memory);
    return 0;
}

#define REAL float
#define INT int32_t
#define UINT uint32_t
#define SUFFIX f32
#define MAXREAL 3.4028234e38f
#define SINGLE
#include "cpu.c"
#undef REAL
#undef INT
#undef UINT
#undef SUFFIX
#undef MAXREAL
#undef SINGLE

#define REAL double
#define INT int64_t
#define UINT uint64_t
#define SUFFIX f64
#define MAXREAL 1.7976931348623157e308
#include "cpu.c"

#else /* REAL is set: all that follows is for this floating type */

/* == vector == */

typedef REAL N(V) __attribute__((vector_size(VBYTES)));
typedef REAL N(U) __attribute__((vector_size(VBYTES), aligned(sizeof(REAL)), may_alias));
typedef INT N(I) __attribute__((vector_size(VBYTES)));
enum { N(L) = VBYTES / sizeof(REAL) };

INLINE N(V) N(load)(const REAL *a) {
    return *(const N(U) *)a;
}

INLINE void N(store)(REAL *a, N(V) v) {
    *(N(U) *)a = v;
}

INLINE N(V) N(fill)(REAL a) {
    return a - (N(V)){0};
}

#ifndef max_f32
INLINE N(V) N(max)(N(V) a, N(V) b) {
    return (N(V))(((a > b) & (N(I))a) | (~(a > b) & (N(I))b));
}
#endif

INLINE N(V) N(abs)(N(V) a) {
    return (N(V))((N(I))a & (INT)(~(UINT)0 >> 1));
}

INLINE N(V) N(sign)(N(V) a) {
    return __builtin_convertvector((N(I))(a < 0) - (N(I))(a > 0), N(V));
}

/* c where d is positive, -c where it is negative, 0 where it is zero */
INLINE N(V) N(toward)(N(V) c, N(V) d) {
    return (N(V))((d > 0) & (N(I))c) - (N(V))((d < 0) & (N(I))c);
}

INLINE REAL N(hsum)(N(V) a) {
    REAL s[N(L)];
    *(N(U) *)s = a;
    for (int h = N(L) / 2; h; h /= 2)
        for (int l = 0; l < h; l++)
            s[l] += s[l + h];
    return s[0];
}

INLINE REAL N(hmax)(N(V) a) {
    REAL s = a[0];
    for (int l = 1; l < N(L); l++)
        s = a[l] > s ? a[l] : s;
    return s;
}

#ifdef SINGLE

/* == exponential == */

INLINE V_f32 exp2_fraction(V_f32 f) {
    V_f32 r = f * 1.5345810970757157e-4f + 1.3399930903688073e-3f;
    r = r * f + 9.618489071726799e-3f;
    r = r * f + 5.550328642129898e-2f;
    r = r * f + 0.24022646248340607f;
    r = r * f + 0.6931471824645996f;
    return r * f + 1.f;
}

INLINE V_f32 exp_f32(V_f32 x) {
    const float magic = 12583039.f, log2e = 1.44269504f, rest = 1.925963033e-8f; /* 1.5*2^23 + 127 */
    x = max_f32(fill_f32(-88.f), x);
    V_f32 t = x * log2e + magic, k = t - magic;
    return exp2_fraction(x * log2e - k + x * rest) * (V_f32)((I_f32)t << 23);
}

/* == power == */

INLINE V_f32 log2_f32(V_f32 a) {
    I_f32 bits = (I_f32)a, e = (bits - 0x3f3504f3) >> 23;
    V_f32 z = (V_f32)(bits - (e << 23)) - 1.f, r = z * 0.12583689391613007f - 0.20726968348026276f;
    r = r * z + 0.21571561694145203f;
    r = r * z - 0.23894482851028442f;
    r = r * z + 0.28791624307632446f;
    r = r * z - 0.3607036769390106f;
    r = r * z + 0.48091062903404236f;
    r = r * z - 0.7213473320007324f;
    return __builtin_convertvector(e, V_f32) + (r * z + 1.4426950216293335f) * z;
}

INLINE V_f32 pow_f32(V_f32 a, float p) {
    V_f32 y = -max_f32(fill_f32(-128.f), -max_f32(fill_f32(-127.f), p * log2_f32(a)));
    V_f32 t = y + 12583039.f, k = t - 12583039.f;
    return exp2_fraction(y - k) * (V_f32)((I_f32)t << 23) + (a - a);
}

#else

/* == double == */

static __attribute__((noinline)) V_f64 exp_f64(V_f64 x) {
    V_f64 r = x;
    for (int l = 0; l < L_f64; l++)
        r[l] = exp(x[l]);
    return r;
}

static __attribute__((noinline)) V_f64 pow_f64(V_f64 a, double p) {
    V_f64 r = a;
    for (int l = 0; l < L_f64; l++)
        r[l] = pow(a[l], p);
    return r;
}

#endif

/* == term == */

INLINE N(V) N(term)(N(V) x, N(V) y, int kind, REAL p) {
    if (kind == DOT)
        return x * y;
    N(V) d = x - y;
    if (kind == 1)
        return N(abs)(d);
    if (kind == 2)
        return d * d;
    if (kind == 3)
        return d * d * N(abs)(d);
    if (kind == 4)
        return (d * d) * (d * d);
    return N(pow)(N(abs)(d), p);
}

INLINE N(V) N(slope)(N(V) x, N(V) y, int kind, REAL p) {
    if (kind == DOT)
        return y;
    N(V) d = x - y;
    if (kind == 1)
        return N(sign)(d);
    if (kind == 2)
        return d;
    if (kind == 3)
        return d * N(abs)(d);
    if (kind == 4)
        return d * d * d;
    return N(sign)(d) * N(pow)(N(abs)(d), p - 1);
}

/* == scores == */

INLINE void N(scores)(const REAL *x, const REAL *yt, long ld, long n, long w, int kind, REAL p, REAL *s) {
    for (long k = 0; k < w; k += 2 * N(L)) {
        N(V) a[ROWS][2] = {0};
        for (long j = 0; j < n; j++) {
            N(V) y0 = N(load)(yt + j * ld + k), y1 = N(load)(yt + j * ld + k + N(L));
            for (int r = 0; r < ROWS; r++) {
                N(V) xr = N(fill)(x[j * ROWS + r]);
                a[r][0] += N(term)(xr, y0, kind, p);
                a[r][1] += N(term)(xr, y1, kind, p);
            }
        }
        for (int r = 0; r < ROWS; r++) {
            N(store)(s + r * TILE + k, kind == DOT ? a[r][0] : -a[r][0]);
            N(store)(s + r * TILE + k + N(L), kind == DOT ? a[r][1] : -a[r][1]);
        }
    }
}

/* == edges == */

INLINE void N(mask)(REAL *s, long row, long col, long w, long cols, int exclude) {
    for (int r = 0; r < ROWS; r++) {
        for (long k = cols - col < 0 ? 0 : cols - col; k < w; k++)
            s[r * TILE + k] = -INFINITY;
        if (exclude && row + r >= col && row + r < col + w)
            s[r * TILE + row + r - col] = -INFINITY;
    }
}

static void N(gather)(const REAL *x, long row, long rows, long n, REAL *xb) {
    for (long i = 0; i < UNIT; i++) {
        const REAL *xi = x + (row + i < rows ? row + i : rows - 1) * n;
        for (long j = 0; j < n; j++)
            xb[(i / ROWS * n + j) * ROWS + i % ROWS] = xi[j];
    }
}

INLINE long N(width)(long col, long ld) {
    return ld - col < TILE ? ld - col : TILE;
}

/* == forward == */

INLINE void N(fold)(const REAL *s, long w, REAL *m, double *total) {
    N(V) top = N(load)(s), sum = {0};
    for (long k = N(L); k < w; k += N(L))
        top = N(max)(top, N(load)(s + k));
    REAL t = N(hmax)(top);
    if (t > *m) {
        *total *= exp((double)*m - t);
        *m = t;
    }
    for (long k = 0; k < w; k += N(L))
        sum += N(exp)(N(load)(s + k) - *m);
    *total += N(hsum)(sum);
}

INLINE void N(forward_unit)(Job *q, long seed, long row, REAL *xb, int kind) {
    const REAL *yt = (const REAL *)q->y + seed * q->n * q->ld;
    REAL m[UNIT], s[ROWS * TILE];
    double total[UNIT] = {0};
    for (int i = 0; i < UNIT; i++)
        m[i] = -MAXREAL;
    N(gather)((const REAL *)q->x + seed * q->rows * q->n, row, q->rows, q->n, xb);
    for (long col = 0; col < q->ld; col += TILE)
        for (int i = 0; i < UNIT && row + i < q->rows; i += ROWS) {
            long w = N(width)(col, q->ld);
            N(scores)(xb + i * q->n, yt + col, q->ld, q->n, w, kind, q->p, s);
            N(mask)(s, row + i, col, w, q->cols, q->exclude);
            for (int r = 0; r < ROWS; r++)
                N(fold)(s + r * TILE, w, m + i + r, total + i + r);
        }
    REAL *out = (REAL *)q->out + seed * q->rows;
    for (int i = 0; i < UNIT && row + i < q->rows; i++)
        out[row + i] = m[i] + log(total[i]);
}

/* the columns coordinate by coordinate, padded by the last: zeros may be infinitely far from the others */
static int N(rows_alone)(Job *q, int threads) {
    long n = q->n, ld = q->ld = (q->cols + 31) / 32 * 32;
    const REAL *y = q->y;
    REAL *yt = malloc(q->seeds * n * ld * sizeof(REAL));
    if (!yt)
        return 1;
    for (long seed = 0; seed < q->seeds; seed++)
        for (long k = 0; k < ld; k++)
            for (long j = 0; j < n; j++)
                yt[(seed * n + j) * ld + k] = y[(seed * q->cols + (k < q->cols ? k : q->cols - 1)) * n + j];
    q->y = yt;
    q->bytes = UNIT * n * sizeof(REAL);
    int failed = run(q, threads, work);
    free(yt);
    return failed;
}

/* == weigh == */

INLINE void N(weigh)(REAL *s, long w, REAL shift, REAL gx, const REAL *gy) {
    for (long k = 0; k < w; k += N(L))
        N(store)(s + k, N(exp)(N(load)(s + k) - shift) * (gx + N(load)(gy + k)));
}

/* == fold_both == */

INLINE void N(fold_both)(const REAL *s, long k0, long w, REAL shift, double *rows, REAL *cols) {
    N(V) sum[ROWS] = {0};
    for (long k = k0; k < w; k += N(L)) {
        N(V) both = {0};
        for (int r = 0; r < ROWS; r++) {
            N(V) e = N(exp)(N(load)(s + r * TILE + k) - shift);
            sum[r] += e;
            both += e;
        }
        N(store)(cols + k, N(load)(cols + k) + both);
    }
    for (int r = 0; r < ROWS; r++)
        rows[r] += N(hsum)(sum[r]);
}

/* == pull_both == */

/* one coordinate of ROWS rows and a vector of columns; scalars, since compilers keep arrays of vectors in memory */
INLINE void N(pull)(N(V) c, N(V) x, N(V) y, int kind, REAL p, N(V) *a, N(V) *b) {
    N(V) d = kind == 1 ? N(toward)(c, x - y) : N(slope)(x, y, kind, p);
    *a += kind == 1 ? d : c * d;
    *b += kind == DOT ? c * x : kind == 1 ? -d : -(c * d);
}

INLINE void N(pull_both)(const REAL *x, const REAL *y, long k0, long w, int kind, REAL p, const REAL *c, REAL *ax,
                         REAL *ay) {
    N(V) a0[ROWS] = {0}, a1[ROWS] = {0}, x0[ROWS], x1[ROWS];
    for (int r = 0; r < ROWS; r++) {
        x0[r] = N(fill)(x[r]);
        x1[r] = N(fill)(x[ROWS + r]);
    }
    for (long k = k0; k < w; k += N(L)) {
        N(V) y0 = N(load)(y + k), y1 = N(load)(y + TILE + k), b0 = N(load)(ay + k), b1 = N(load)(ay + TILE + k);
        for (int r = 0; r < ROWS; r++) {
            N(V) cr = N(load)(c + r * TILE + k);
            HELD(cr);
            N(pull)(cr, x0[r], y0, kind, p, a0 + r, &b0);
            N(pull)(cr, x1[r], y1, kind, p, a1 + r, &b1);
        }
        N(store)(ay + k, b0);
        N(store)(ay + TILE + k, b1);
    }
    for (int r = 0; r < ROWS; r++) {
        ax[r] += N(hsum)(a0[r]);
        ax[ROWS + r] += N(hsum)(a1[r]);
    }
}

/* == pairs == */

/* the rows of a block: as groups of ROWS in xb, coordinate by coordinate in yb; m is n made even by a zero */
static void N(pack)(const REAL *x, long from, long rows, long side, long n, long m, REAL *xb, REAL *yb) {
    for (long i = 0; i < side; i++) {
        const REAL *xi = x + (from + i < rows ? from + i : rows - 1) * n;
        for (long j = 0; j < m; j++)
            *(xb ? xb + (i / ROWS * m + j) * ROWS + i % ROWS : yb + j * TILE + i) = j < n ? xi[j] : 0;
    }
}

/* similarity -inf for padding, on the diagonal if it is left out, and below it where a block meets itself */
static void N(rim)(const Job *q, REAL *s, long row, long col, long k0, long w) {
    for (int r = 0; r < ROWS; r++)
        for (long k = k0; k < w; k++) {
            long over = col + k - row - r;
            if (row + r >= q->rows || col + k >= q->cols || (q->own ? over <= 0 : q->exclude && !over))
                s[r * TILE + k] = -INFINITY;
        }
}

INLINE void N(pair)(Job *q, long seed, long ij, REAL *memory, int kind, int backward) {
    long n = q->n, m = n + n % 2, side = q->side, B = q->rows, M = q->cols;
    long I = ij / q->blocks * side, J = ij % q->blocks * side;
    long w = J + side <= M ? side : (M - J + 2 * N(L) - 1) / (2 * N(L)) * (2 * N(L));
    REAL *yb = memory, *xb = yb + TILE * m, *ay = xb + TILE * m, *ax = ay + (backward ? TILE * m : TILE);
    const REAL *x = (const REAL *)q->x + seed * B * n, *y = (const REAL *)q->y + seed * M * n;
    REAL *out = (REAL *)q->out + seed * B * n, *out_y = (REAL *)q->out_y + seed * M * n;
    const REAL shift = ((const REAL *)q->shift)[seed], *g = (const REAL *)q->factors + seed * B;
    const REAL *lx = (const REAL *)q->lse_x + seed * B;
    REAL gy[TILE], s[ROWS * TILE];
    double *sums = q->sums + seed * B;
    N(pack)(x, I, B, side, n, m, xb, 0);
    N(pack)(y, J, M, side, n, m, 0, yb);
    for (long i = 0; i < (backward ? TILE * m : TILE); i++)
        ay[i] = 0;
    for (long i = 0; i < side * m && backward; i++)
        ax[i] = 0;
    for (long k = 0; k < side && backward; k++)
        gy[k] = q->own && J + k < M ? g[J + k] : 0;
    for (long i = 0; i < side && I + i < B; i += ROWS) {
        long k0 = q->own && I == J ? i / (2 * N(L)) * (2 * N(L)) : 0;
        double total[ROWS] = {0};
        N(scores)(xb + i * m, yb + k0, TILE, n, w - k0, kind, q->p, s + k0);
        if (q->own && I == J)
            N(rim)(q, s, I + i, J, k0, k0 + 2 * N(L) < w ? k0 + 2 * N(L) : w);
        if (I + side > B || J + side > M || (!q->own && q->exclude && I == J))
            N(rim)(q, s, I + i, J, k0, w);
        if (!backward) {
            N(fold_both)(s, k0, w, shift, total, ay);
            for (int r = 0; r < ROWS && I + i + r < B; r++)
                sums[I + i + r] += total[r];
            continue;
        }
        for (int r = 0; r < ROWS; r++) {
            long row = I + i + r < B ? I + i + r : B - 1;
            N(weigh)(s + r * TILE + k0, w - k0, q->own ? shift : lx[row], I + i + r < B ? g[row] : 0, gy + k0);
        }
        for (long j = 0; j < m; j += 2)
            N(pull_both)(xb + i * m + j * ROWS, yb + j * TILE, k0, w, kind, q->p, s, ax + i * m + j * ROWS,
                         ay + j * TILE);
    }
    for (long k = 0; k < side && J + k < M; k++) {
        if (!backward)
            sums[J + k] += ay[k];
        for (long j = 0; j < n && backward; j++)
            out_y[(J + k) * n + j] += ay[j * TILE + k];
    }
    for (long i = 0; i < side && I + i < B && backward; i++)
        for (long j = 0; j < n; j++)
            out[(I + i) * n + j] += ax[(i / ROWS * m + j) * ROWS + i % ROWS];
}

/* == own == */

INLINE REAL N(own)(const REAL *x, long n, int kind) {
    REAL s = 0;
    for (long j = 0; j < n; j++)
        s += kind == DOT ? x[j] * x[j] : x[j] - x[j];
    return s;
}

INLINE void N(range)(const REAL *v, long count, REAL *low, REAL *high) {
    for (long i = 0; i < count; i++)
        if (v[i] != INFINITY) {
            *low = v[i] < *low ? v[i] : *low;
            *high = v[i] > *high ? v[i] : *high;
        }
}

/* the shift of every seed of own columns before; 2 where none fits */
static int N(before)(Job *q, int kind, int backward) {
    long B = q->rows, n = q->n;
    for (long seed = 0; seed < q->seeds; seed++) {
        const REAL *lx = (const REAL *)q->lse_x + seed * B, *gx = (const REAL *)q->g_x + seed * B;
        REAL *shift = (REAL *)q->shift + seed, *f = (REAL *)q->factors + seed * B;
        REAL low = MAXREAL, high = -MAXREAL;
        if (!backward) {
            for (long i = 0; i < B; i++) {
                REAL v = N(own)((const REAL *)q->x + (seed * B + i) * n, n, kind);
                high = v > high ? v : high;
            }
            *shift = high < 0 ? 0 : high;
            continue;
        }
        N(range)(lx, B, &low, &high);
        if (q->own && !(high - low < 60))
            return 2;
        *shift = low / 2 + high / 2;
        for (long i = 0; i < B; i++)
            f[i] = q->own ? gx[i] * exp(*shift - lx[i]) : gx[i];
    }
    return 0;
}

/* what every row has with itself after the pairs; not 0 where the shift has cost digits */
static int N(after)(Job *q, int kind, int backward) {
    REAL f = kind == DOT ? 1 : -q->p;
    int unsafe = 0;
    for (long i = 0; i < q->seeds * q->rows; i++) {
        const REAL *x = (const REAL *)q->x + i * q->n, shift = ((const REAL *)q->shift)[i / q->rows];
        REAL *out = (REAL *)q->out + (backward ? i * q->n : i), own = q->own ? N(own)(x, q->n, kind) : 0;
        if (!backward) {
            double total = q->sums[i] + (q->exclude ? 0 : exp((double)own - shift));
            unsafe |= total < 1e-22;
            *out = shift + log(total);
            continue;
        }
        REAL c = 0;
        if (q->own && kind == DOT && !q->exclude)
            c = 2 * ((REAL *)q->factors)[i] * exp((double)own - shift);
        for (long j = 0; j < q->n; j++)
            out[j] = f * out[j] + c * x[j];
    }
    for (long i = 0; i < q->seeds * q->cols * q->n && !q->own; i++)
        ((REAL *)q->out_y)[i] *= f;
    return unsafe ? 2 : 0;
}

static int N(pairs)(Job *q, int backward, int kind, int threads) {
    long rows = q->seeds * q->rows, cols = q->seeds * q->cols, most = q->rows > q->cols ? q->rows : q->cols, blocks;
    q->side = most > 2048 ? TILE : TILE / 2;
    blocks = q->blocks = (most + q->side - 1) / q->side;
    q->bytes = TILE * ((q->n + 1) * (backward ? 4 : 2) + 1) * sizeof(REAL);
    q->rounds = calloc(q->seeds * blocks * 2, sizeof(int));
    q->shift = malloc(q->seeds * sizeof(REAL));
    q->factors = backward ? malloc(rows * sizeof(REAL)) : 0;
    q->sums = backward ? 0 : calloc(rows, sizeof(double));
    q->failed = !q->rounds || !q->shift || (backward ? !q->factors : !q->sums);
    for (long i = 0; i < rows * q->n && backward; i++)
        ((REAL *)q->out)[i] = 0;
    for (long i = 0; i < cols * q->n && backward && !q->own; i++)
        ((REAL *)q->out_y)[i] = 0;
    int bad = q->failed ? 1 : N(before)(q, kind, backward);
    if (!bad)
        bad = run(q, threads < (blocks + 1) / 2 * q->seeds ? threads : (blocks + 1) / 2 * q->seeds, meet);
    if (!bad)
        bad = N(after)(q, kind, backward);
    free(q->rounds);
    free(q->shift);
    free(q->factors);
    free(q->sums);
    return bad;
}

/* == tile == */

/* above, the exponent of the single-precision exponential would run over; up to here, the result is infinite */
INLINE N(V) N(cap)(N(V) x) {
    return sizeof(REAL) == 4 ? -N(max)(N(fill)(-89), -x) : x;
}

/* columns from k0 on of the product t: exp(factor t - a_i - b_k), times g_i + h_k where given, and the sums of both sides
 */
INLINE void N(strip)(Job *q, long k0, double *rows, int weighted) {
    long w = q->cols - k0 < STRIP * N(L) ? q->cols - k0 : STRIP * N(L);
    const REAL *a = q->x, f = q->p;
    REAL rest[STRIP * N(L)], b[STRIP * N(L)], h[STRIP * N(L)];
    N(V) sum[STRIP] = {0};
    for (long k = 0; k < STRIP * N(L); k++) {
        rest[k] = 0;
        b[k] = k < w ? ((const REAL *)q->y)[k0 + k] : MAXREAL;
        h[k] = k < w && weighted && q->g_y ? ((const REAL *)q->g_y)[k0 + k] : 0;
    }
    for (long i = 0; i < q->rows; i++) {
        REAL *t = (REAL *)q->out + i * q->ld + k0, *r = t, gi = weighted ? ((const REAL *)q->g_x)[i] : 0;
        N(V) all = {0};
        if (w < STRIP * N(L))
            for (long k = 0; k < w; k++)
                (r = rest)[k] = t[k];
        for (int v = 0; v < STRIP; v++) {
            N(V) e = N(exp)(N(cap)(f * N(load)(r + v * N(L)) - a[i] - N(load)(b + v * N(L))));
            if (weighted)
                e *= gi + N(load)(h + v * N(L));
            N(store)(r + v * N(L), e);
            sum[v] += e;
            all += e;
        }
        if (w < STRIP * N(L))
            for (long k = 0; k < w; k++)
                t[k] = rest[k];
        if (rows)
            rows[i] = N(hsum)(all);
    }
    for (long k = 0; k < w && q->lse_y; k++)
        ((double *)q->lse_y)[k0 + k] += sum[k / N(L)][k % N(L)];
}

static void *N(strips)(void *job) {
    Job *q = job;
    long u;
    MODE(before);
    while ((u = __atomic_fetch_add(&q->next, 1, __ATOMIC_RELAXED)) * STRIP * N(L) < q->cols) {
        if (q->g_x)
            N(strip)(q, u * STRIP * N(L), q->sums ? q->sums + u * q->rows : 0, 1);
        else
            N(strip)(q, u * STRIP * N(L), q->sums ? q->sums + u * q->rows : 0, 0);
    }
    RESTORE(before);
    return 0;
}

static int N(tile)(Job *q, int threads) {
    long parts = (q->cols + STRIP * N(L) - 1) / (STRIP * N(L));
    double *total = (double *)q->lse_x;
    if (total && !(q->sums = malloc(parts * q->rows * sizeof(double))))
        return 1;
    run(q, threads < parts ? threads : parts, N(strips));
    for (long u = 0; u < parts && total; u++)
        for (long i = 0; i < q->rows; i++)
            total[i] += q->sums[u * q->rows + i];
    free(q->sums);
    return 0;
}

/* == entry == */

/* a loop of its own for each kind of similarity */
#define UNITS(k)                                                                                                       \
    static void JOIN(N(forward), k)(void *q, long seed, long row, void *m) {                                           \
        N(forward_unit)(q, seed, row, m, k);                                                                           \
    }                                                                                                                  \
    static void JOIN(N(both_forward), k)(void *q, long seed, long ij, void *m) {                                       \
        N(pair)(q, seed, ij, m, k, 0);                                                                                 \
    }                                                                                                                  \
    static void JOIN(N(both_backward), k)(void *q, long seed, long ij, void *m) {                                      \
        N(pair)(q, seed, ij, m, k, 1);                                                                                 \
    }
UNITS(0)
UNITS(1)
UNITS(2)
UNITS(3)
UNITS(4)
UNITS(5)
#undef UNITS
#define TABLE(f) {JOIN(N(f), 0), JOIN(N(f), 1), JOIN(N(f), 2), JOIN(N(f), 3), JOIN(N(f), 4), JOIN(N(f), 5)}

/* called from Python with mode 0 log-sum-exp of all rows one by one, 1 of pairs where the columns are the rows (no `y`),
 * 2 gradient, 3 a tile of a matrix product. Returns 1 where a thread found no memory, 2 where the loop over pairs
 * would lose digits */
int N(clica)(int mode, const void *x, const void *y, const void *lse_x, const void *g_x, const void *lse_y,
             const void *g_y, void *out, void *out_y, long seeds, long rows, long cols, long n, double p, int kind,
             int exclude, int threads) {
    static void (*const unit[3][6])(void *, long, long, void *) = {TABLE(forward), TABLE(both_forward),
                                                                   TABLE(both_backward)};
    Job q = {
        .x = x,
        .y = y ? y : x,
        .lse_x = lse_x,
        .g_x = g_x,
        .lse_y = lse_y,
        .g_y = g_y,
        .out = out,
        .out_y = y ? out_y : out,
        .seeds = seeds,
        .rows = rows,
        .cols = cols,
        .ld = cols,
        .n = n,
        .p = p,
        .exclude = exclude,
        .own = !y,
        .unit = mode < 3 ? unit[mode][kind] : 0,
    };
    if (mode == 3)
        return N(tile)(&q, threads);
    return mode ? N(pairs)(&q, mode == 2, kind, threads) : N(rows_alone)(&q, threads);
}
#undef TABLE

#endif
