// InfoNCE, trained in the page: two latents, an invertible mixing, an encoder that sees pairs of observations only.
// `world`, `network` and `trainer` know nothing of the page; `show` draws them into every element of class `live`.
(function () {
  'use strict'
  const BATCH = 128, HIDDEN = 48, STEPS = 600, RATE = 0.01, LEAK = 0.2

  // 32 random bits a call (mulberry32), as a number in (0, 1)
  const uniform = seed => () => {
    seed = seed + 0x6D2B79F5 | 0
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed)
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
    return ((t ^ t >>> 14) >>> 0) / 4294967296 + 1e-10
  }
  const normal = u => Math.sqrt(-2 * Math.log(u())) * Math.cos(2 * Math.PI * u())
  const laplace = u => (u() < 0.5 ? 1 : -1) * Math.log(u())

  // g: two shears and a swirl, each of them invertible
  const mixing = (a, b) => {
    b += 0.6 * Math.sin(2.2 * a)
    a += 0.5 * Math.sin(2 * b)
    const t = 0.42 * (a * a + b * b), c = Math.cos(t), s = Math.sin(t)
    return [c * a - s * b, s * a + c * b]
  }

  // Uniform anchors in the square, and a partner that stays inside it
  const world = (p, width, u) => {
    const near = c => {
      for (;;) {
        const v = c + width * (p === 1 ? laplace(u) : normal(u))
        if (Math.abs(v) < 1) return v
      }
    }
    return (z, x) => {
      for (let i = 0; i < 2 * BATCH; i += 2) for (const k of [i, i + 1]) {
        z[k] = 2 * u() - 1
        z[2 * BATCH + k] = near(z[k])
      }
      observe(z, x)
    }
  }
  const observe = (z, x) => { for (let i = 0; i < z.length; i += 2) [x[i], x[i + 1]] = mixing(z[i], z[i + 1]) }

  // f(x) = x plus three layers with leaky ReLU, which begin near 0: few starts fold the plane. Its gradient, and Adam
  const network = u => {
    const layers = [[2, HIDDEN], [HIDDEN, HIDDEN], [HIDDEN, 2]].map(([n, m]) => ({
      n, m, w: Float32Array.from({length: n * m}, () => (m === 2 ? 0.1 : 1) * Math.sqrt(2 / n) * normal(u)), b: new Float32Array(m),
      dw: new Float32Array(n * m), db: new Float32Array(m)
    }))
    const forward = x => {
      const kept = [x], rows = x.length / 2
      for (const {n, m, w, b} of layers) {
        const y = new Float32Array(rows * m), last = m === 2
        for (let i = 0; i < rows; i++) {
          for (let k = 0; k < m; k++) y[i * m + k] = b[k]
          for (let j = 0; j < n; j++) {
            const v = x[i * n + j]
            for (let k = 0; k < m; k++) y[i * m + k] += v * w[j * m + k]
          }
          if (!last) for (let k = i * m; k < i * m + m; k++) if (y[k] < 0) y[k] *= LEAK
        }
        if (last) for (let k = 0; k < y.length; k++) y[k] += kept[0][k]
        kept.push(x = y)
      }
      return kept
    }
    const backward = (kept, dy) => {
      for (let l = 2; l >= 0; l--) {
        const {n, m, w, dw, db} = layers[l], x = kept[l], rows = x.length / n, dx = new Float32Array(x.length)
        dw.fill(0); db.fill(0)
        for (let i = 0; i < rows; i++) {
          for (let k = 0; k < m; k++) db[k] += dy[i * m + k]
          for (let j = 0; j < n; j++) {
            const v = x[i * n + j]
            let sum = 0
            for (let k = 0; k < m; k++) {
              dw[j * m + k] += v * dy[i * m + k]
              sum += w[j * m + k] * dy[i * m + k]
            }
            dx[i * n + j] = l && v < 0 ? LEAK * sum : sum
          }
        }
        dy = dx
      }
    }
    const all = layers.flatMap(({w, b, dw, db}) => [[w, dw], [b, db]]).map(([v, d]) => [v, d, new Float32Array(v.length), new Float32Array(v.length)])
    const descend = (rate, t) => {
      for (const [v, d, first, second] of all) for (let i = 0; i < v.length; i++) {
        first[i] += 0.1 * (d[i] - first[i])
        second[i] += 0.001 * (d[i] * d[i] - second[i])
        v[i] -= rate * first[i] / (1 - 0.9 ** t) / (Math.sqrt(second[i] / (1 - 0.999 ** t)) + 1e-8)
      }
    }
    return {forward, backward, descend}
  }

  // InfoNCE with similarity -|u - v|_p^p; the candidates of a row are the partners of all rows. Loss in nats; dh gets its gradient.
  const infonce = (h, p, dh) => {
    const e = new Float32Array(BATCH)
    let loss = 0
    dh.fill(0)
    for (let i = 0; i < 2 * BATCH; i += 2) {
      let most = -1e9, sum = 0
      for (let j = 0; j < BATCH; j++) {
        const a = h[i] - h[2 * (BATCH + j)], b = h[i + 1] - h[2 * (BATCH + j) + 1]
        e[j] = p === 1 ? -Math.abs(a) - Math.abs(b) : -a * a - b * b
        if (e[j] > most) most = e[j]
      }
      loss -= e[i / 2] - most
      for (let j = 0; j < BATCH; j++) sum += e[j] = Math.exp(e[j] - most)
      loss += Math.log(sum)
      for (let j = 0; j < BATCH; j++) {
        const c = (e[j] / sum - (2 * j === i)) / BATCH
        for (const d of [0, 1]) {
          const a = h[i + d] - h[2 * (BATCH + j) + d], slope = -c * (p === 1 ? Math.sign(a) : 2 * a)
          dh[i + d] += slope
          dh[2 * (BATCH + j) + d] -= slope
        }
      }
    }
    return loss / BATCH
  }

  // The affine map of h that is nearest to z: [[a, b, c], [d, e, f]], and R2, MCC in fractions
  const compare = (z, h) => {
    const n = z.length / 2, mean = [0, 0, 0, 0], C = [0, 1, 2, 3].map(() => [0, 0, 0, 0])
    const at = i => [z[2 * i], z[2 * i + 1], h[2 * i], h[2 * i + 1]]
    for (let i = 0; i < n; i++) at(i).forEach((v, k) => { mean[k] += v / n })
    for (let i = 0; i < n; i++) {
      const v = at(i).map((x, k) => x - mean[k])
      for (let j = 0; j < 4; j++) for (let k = 0; k < 4; k++) C[j][k] += v[j] * v[k] / n
    }
    const det = C[2][2] * C[3][3] - C[2][3] ** 2 || 1e-12
    const map = [0, 1].map(d => {
      const a = (C[d][2] * C[3][3] - C[d][3] * C[2][3]) / det, b = (C[d][3] * C[2][2] - C[d][2] * C[2][3]) / det
      return [a, b, mean[d] - a * mean[2] - b * mean[3]]
    })
    const r2 = [0, 1].map(d => (map[d][0] * C[d][2] + map[d][1] * C[d][3]) / C[d][d])
    const r = (d, k) => Math.abs(C[d][k]) / Math.sqrt(C[d][d] * C[k][k] || 1e-12)
    return {map, r2: (r2[0] + r2[1]) / 2, mcc: Math.max(r(0, 2) + r(1, 3), r(0, 3) + r(1, 2)) / 2}
  }

  const trainer = ({p = 1, width = 0.1, seed = 0} = {}) => {
    const u = uniform(1e6 * seed + 1), f = network(u), draw = world(p, width, u)
    const z = new Float32Array(4 * BATCH), x = new Float32Array(4 * BATCH), dh = new Float32Array(4 * BATCH)
    const fresh = uniform(7), test = Float32Array.from({length: 2000}, () => 2 * fresh() - 1), seen = new Float32Array(2000)
    observe(test, seen)
    return {
      steps: 0, loss: NaN,
      step () {
        draw(z, x)
        const kept = f.forward(x)
        this.loss = infonce(kept[3], p, dh)
        f.backward(kept, dh)
        f.descend(RATE * (1 - this.steps / STEPS), ++this.steps)
      },
      encode: x => f.forward(x)[3],
      score () { return compare(test, this.encode(seen)) }
    }
  }
  globalThis.clicaLive = {trainer, STEPS}
  if (typeof document === 'undefined') return

  // The page
  const make = (tag, props = {}, ...kids) => { const e = Object.assign(document.createElement(tag), props); e.append(...kids); return e }
  const lines = (() => {  // eleven lines each way, as points
    const at = [...Array(11).keys()].map(i => i / 5 - 1), fine = [...Array(41).keys()].map(i => i / 20 - 1)
    return [0, 1].map(way => at.map(c => Float32Array.from(fine.flatMap(t => way ? [c, t] : [t, c]))))
  })()
  const seen = lines.map(way => way.map(z => { const x = new Float32Array(z.length); observe(z, x); return x }))
  const paint = (canvas, curves, frame) => {
    const ratio = devicePixelRatio || 1, side = canvas.clientWidth * ratio
    if (!side) return
    if (canvas.width !== Math.round(side)) canvas.width = canvas.height = Math.round(side)
    const ink = canvas.getContext('2d'), style = getComputedStyle(canvas), all = curves.flat(2).flatMap(c => [...c])
    const span = frame || (() => {  // the largest extent of both axes, about the middle
      const ends = [0, 1].map(d => all.filter((_, i) => i % 2 === d)).map(v => [Math.min(...v), Math.max(...v)])
      const half = Math.max(...ends.map(([a, b]) => (b - a) / 2), 1e-6) * 1.08
      return ends.map(([a, b]) => [(a + b) / 2 - half, (a + b) / 2 + half])
    })()
    const place = (v, d) => (d ? 1 - (v - span[1][0]) / (span[1][1] - span[1][0]) : (v - span[0][0]) / (span[0][1] - span[0][0])) * canvas.width
    ink.clearRect(0, 0, canvas.width, canvas.height)
    ink.lineWidth = 1.3 * ratio
    curves.forEach((way, k) => {
      ink.strokeStyle = style.getPropertyValue(k ? '--live-two' : '--live-one')
      for (const c of way) {
        ink.beginPath()
        for (let i = 0; i < c.length; i += 2) ink.lineTo(place(c[i], 0), place(c[i + 1], 1))
        ink.stroke()
      }
    })
  }
  const show = box => {
    const still = document.getElementById(box.dataset.still)  // what stands here without JavaScript, and in print
    if (still) { still.classList.add('still'); box.id = still.id; still.removeAttribute('id') }
    const names = ['latents z', 'observations x = g(z)', 'representation h = f(x)', 'h after the best linear map']
    const canvases = names.map(n => make('canvas', {role: 'img', ariaLabel: n}))
    const says = make('p', {className: 'says', ariaLive: 'off'})
    const choice = (value, text, checked) => make('label', {}, make('input', {type: 'radio', name: 'live-p', value, checked}), ' ' + text)
    const width = make('input', {type: 'range', min: 0.04, max: 0.4, step: 0.02, value: 0.1, ariaLabel: 'width of pairs'})
    const again = make('button', {type: 'button', textContent: 'Train again'})
    const controls = make('p', {className: 'controls'}, choice(1, 'Laplace pairs, |u − v|', true), choice(2, 'normal pairs, |u − v|²', false),
      make('label', {}, 'width of pairs ', width), again)
    box.prepend(make('div', {className: 'panels'}, ...canvases.map((c, i) => make('figure', {}, c, make('figcaption', {textContent: names[i]})))), says, controls)
    box.hidden = false
    const square = [[-1.2, 1.2], [-1.2, 1.2]]
    let seed = 0, now, running = 0
    const draw = () => {
      const h = seen.map(way => way.map(x => now.encode(x))), {map, r2, mcc} = now.score()
      const back = h.map(way => way.map(c => c.map((_, i) => { const [a, b, m] = map[i % 2], j = i - i % 2; return a * c[j] + b * c[j + 1] + m })))
      ;[lines, seen, h, back].forEach((c, i) => paint(canvases[i], c, i === 0 || i === 3 ? square : null))
      const done = now.steps >= STEPS, percent = v => (100 * v).toFixed(1)
      const end = mcc > 0.97 ? 'Each output is one latent: permuted, perhaps flipped.' : 'Every latent is there, in a rotated frame.'
      says.textContent = `step ${now.steps}: R² ${percent(r2)}, MCC ${percent(mcc)}. ` + (!done ? '' : r2 > 0.95 ? end : 'Not recovered: pairs so wide tell little, or training ended in a folded minimum. Train again.')
      box.dataset.state = done ? 'done' : 'training'
    }
    const work = mine => {
      if (mine !== running) return
      const end = performance.now() + 12
      do now.step(); while (now.steps < STEPS && performance.now() < end)
      draw()
      if (now.steps < STEPS) requestAnimationFrame(() => work(mine))
    }
    const begin = () => {
      now = trainer({p: +box.querySelector('[name=live-p]:checked').value, width: +width.value, seed: seed++})
      work(++running)
    }
    controls.addEventListener('change', begin)
    again.addEventListener('click', begin)
    new ResizeObserver(() => now && draw()).observe(box)
    new MutationObserver(() => now && draw()).observe(document.documentElement, {attributeFilter: ['data-theme']})
    // it begins where it is seen
    new IntersectionObserver((seen, watch) => { if (seen.some(e => e.isIntersecting)) { watch.disconnect(); begin() } }).observe(box)
  }
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) document.querySelectorAll('.live').forEach(show)
})()
