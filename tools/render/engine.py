"""Images of the scene with Mitsuba on one core: direct light from points, the material of 3DIdent as vertex colors."""

import math

import numpy as np

from clica_nb.core import optional_import

from .scene import Mesh

SHARE = {'SPOT': 2, 'SUN': 1, 'AREA': 1}  # of the samples of a pixel


def load_mitsuba():
    "The module `mitsuba` in its variant for one core."
    mitsuba = optional_import('mitsuba', 'mitsuba', 'rendering with Mitsuba')
    import drjit

    mitsuba.set_variant('scalar_rgb')
    mitsuba.set_log_level(mitsuba.LogLevel.Error)
    drjit.set_thread_count(1)
    return mitsuba


def fresnel(cosine, eta):
    "Reflectance of a smooth dielectric for unpolarised light."
    g = np.sqrt(eta * eta - 1 + cosine * cosine)
    a = (g - cosine) / (g + cosine)
    b = ((g + cosine) * cosine - 1) / ((g - cosine) * cosine + 1)
    return 0.5 * a * a * (1 + b * b)


def velvet(nv, nl, nh, vh, sigma=0.6):
    "Ashikhmin's velvet times `nl`; n, v, l, h: normal, view, light, half vector."
    sine2 = np.maximum(1 - nh * nh, 1e-5)
    d = np.exp(-nh * nh / (sine2 * sigma**2)) / (sigma**2 * math.pi * sine2 * sine2)
    shadow = np.minimum(1, 2 * nh / vh * np.minimum(nv, nl))
    return 0.25 * d * shadow / nv


def glossy(nv, nl, nh, alpha=0.35):
    "A Beckmann microfacet lobe with Smith's shadowing (Walter's rational fit), times `nl`."

    def smith(cosine):
        a = cosine / (alpha * np.sqrt(np.maximum(1 - cosine * cosine, 1e-9)))
        return np.where(a < 1.6, (1 - 1.259 * a + 0.396 * a * a) / (3.535 * a + 2.181 * a * a), 0.0)

    cos2 = np.maximum(nh * nh, 1e-6)
    d = np.exp((cos2 - 1) / (cos2 * alpha**2)) / (math.pi * alpha**2 * cos2 * cos2)
    return d / (1 + smith(nv) + smith(nl)) / (4 * nv)


def lobes(points, normals, view, nv, light):
    "What one light does at every vertex, unshadowed, per unit of power: irradiance, velvet, gloss, `(3, v)`."
    to, irradiance = light.arriving(points)
    nl = np.einsum('ij,ij->i', to, normals)
    lit = nl > 1e-3
    nl = np.maximum(nl, 1e-3)
    half = to + view
    half = half / np.maximum(np.linalg.norm(half, axis=1, keepdims=True), 1e-6)
    nh = np.clip(np.einsum('ij,ij->i', half, normals), 1e-3, 1)
    vh = np.maximum(np.einsum('ij,ij->i', half, view), 1e-3)
    return np.where(lit, irradiance, 0) * np.stack([nl, velvet(nv, nl, nh, vh), glossy(nv, nl, nh)])


def rubber_color(color, nv, total):
    "Effective diffuse color, `(v, 3)`, from the sum of the lights' `lobes` times their colors, `(3, v, 3)`."
    outer, inner = fresnel(nv, 1.2)[:, None], fresnel(nv, 1.4)[:, None]
    arriving = np.maximum(total[0], 1e-9)
    sheen, gloss = (np.minimum(math.pi * part / arriving, 20.0) for part in total[1:])
    return (1 - outer) * (1 - inner + inner * sheen) * color + 0.8 * outer * gloss


def light_points(kinds, samples):
    "Divide the samples of a pixel among the lights, by largest remainder."
    if samples < 4:
        raise ValueError(f'samples is {samples}: at least 4, one for each share of a light, is needed')
    wanted = {name: samples * SHARE[k] / sum(SHARE[k] for k in kinds.values()) for name, k in kinds.items()}
    count = {name: int(w) for name, w in wanted.items()}
    while sum(count.values()) < samples:
        count[max(count, key=lambda n: wanted[n] - count[n])] += 1
    return count


def points_of(kind, n):
    "Vogel's spiral in the unit disk, or for an area a lattice in the square; a single point is the center."
    k = np.arange(n)
    if kind == 'AREA':
        return 2 * np.stack([(k + 0.5) / n, (0.5 + k * 0.6180339887498949) % 1], 1) - 1
    r, golden = np.sqrt((k + 0.5) / n) if n > 1 else np.zeros(1), math.pi * (3 - math.sqrt(5))
    return np.stack([r * np.cos(k * golden), r * np.sin(k * golden)], 1)


class Light:
    "A light of the scene: its points, and what arrives from its center."

    def __init__(self, name, about, n, moving):
        self.name, self.about, self.kind, self.n = name, about, about['kind'], n
        self.moves = bool(moving) or isinstance(about.get('look_at'), str)
        self.unit = 'irradiance' if self.kind == 'SUN' else 'intensity'
        if self.kind == 'SPOT':
            self.edge = about['cone'] / 2  # angles at which it is dark, and full
            self.inside = math.acos(math.cos(self.edge) + max(about['blend'], 1e-3) * (1 - math.cos(self.edge)))

    def emitters(self):
        "The points of the light, still at the origin and white, by name; and what each emits for energy 1."
        white = dict(type='rgb', value=[1.0, 0.9, 0.8])  # not grey: a grey would be stored as one number
        if self.kind == 'SUN':
            made, strengths = [dict(type='directional', irradiance=white)] * self.n, np.full(self.n, 1 / self.n)
        elif self.kind == 'SPOT':
            cone = dict(cutoff_angle=math.degrees(self.edge), beam_width=math.degrees(self.inside))
            made = [dict(type='spot', intensity=white, **cone)] * self.n
            strengths = np.full(self.n, 1 / (4 * math.pi * self.n))
        else:  # nested cones, together a cosine
            knots = [90.0 * k / self.n for k in range(self.n + 1)]
            made = [dict(type='spot', intensity=white, cutoff_angle=b, beam_width=a) for a, b in zip(knots, knots[1:])]
            strengths = -np.diff(np.cos(np.linspace(0, math.pi / 2, self.n + 1))) / math.pi
        return {f'{self.name}_{k}': dict(e) for k, e in enumerate(made)}, strengths

    def place(self, row, parts):
        "Take position, direction and power from the row."
        self.at = np.asarray(row.get(f'{self.name}.location', self.about['location']), dtype=float)
        self.axis, target = np.array([0.0, 0.0, -1.0]), self.about.get('look_at')
        if target is not None:
            self.axis = np.asarray(row.get(f'{target}.location', parts[target].about.get('location', (0, 0, 0))))
            self.axis = self.axis - self.at
            self.axis = self.axis / np.linalg.norm(self.axis)
        color = np.asarray(row.get(f'{self.name}.color', (1, 1, 1)), dtype=float)
        self.power = float(self.about['energy']) * color

    def transforms(self, mi):
        "Where each point is, and where it looks."
        side = np.cross(self.axis, [0.0, 0.0, 1.0] if abs(self.axis[2]) < 0.99 else [1.0, 0.0, 0.0])
        side /= np.linalg.norm(side)
        up = np.cross(side, self.axis)
        sun = self.kind == 'SUN'
        size = {'SPOT': 'radius', 'SUN': 'angle', 'AREA': 'side'}[self.kind]
        size = self.about[size] * (1.0 if self.kind == 'SPOT' else 0.5)
        for x, y in points_of(self.kind, self.n):
            offset = (math.tan(size) if sun else size) * (x * side + y * up)
            start, to = (np.zeros(3), self.axis + offset) if sun else (self.at + offset, self.axis)
            yield mi.ScalarTransform4f().look_at(origin=start.tolist(), target=(start + to).tolist(), up=up.tolist())

    def arriving(self, points):
        "Direction towards the light's center, and irradiance from there per unit of power, facing it."
        if self.kind == 'SUN':
            return np.broadcast_to(-self.axis.astype(np.float32), points.shape), np.float32(1.0)
        to = self.at.astype(np.float32) - points
        d2 = np.einsum('ij,ij->i', to, to)
        to = to / np.sqrt(d2)[:, None]
        cosine = -(to @ self.axis.astype(np.float32))
        if self.kind == 'AREA':
            return to, np.maximum(cosine, 0) / (math.pi * d2)
        edge, inside = math.cos(self.edge), math.cos(self.inside)
        t = np.clip((cosine - edge) / (inside - edge), 0, 1)
        return to, t * t * (3 - 2 * t) / (4 * math.pi * d2)


def triangles(faces):
    "Squares cut into triangles, none degenerate."
    f = np.concatenate([faces[:, :3], faces[:, [0, 2, 3]]])
    return f[(f[:, 0] != f[:, 1]) & (f[:, 1] != f[:, 2]) & (f[:, 0] != f[:, 2])]


def rings(radius, rows=20, columns=24):
    "A disk of triangles at height 0, finer towards its center."
    r = np.geomspace(min(1.0, radius / 2), radius, rows)
    a = 2 * math.pi * np.arange(columns) / columns
    points = np.stack([np.outer(r, np.cos(a)), np.outer(r, np.sin(a)), np.zeros((rows, columns))], -1)
    k = 1 + np.arange(rows * columns).reshape(rows, columns)
    after = np.roll(k, -1, axis=1)
    inner = np.stack([np.zeros(columns, int), k[0], after[0]], -1)
    first = np.stack([k[:-1], k[1:], after[1:]], -1).reshape(-1, 3)
    second = np.stack([k[:-1], after[1:], after[:-1]], -1).reshape(-1, 3)
    return np.concatenate([np.zeros((1, 3)), points.reshape(-1, 3)]), np.concatenate([inner, first, second])


def rotation(angles):
    "The matrix of Euler angles about x, y and z, in this order (Blender's XYZ)."
    (a, b, c), (p, q, r) = np.cos(angles), np.sin(angles)
    about_x = np.array([[1, 0, 0], [0, a, -p], [0, p, a]])
    about_y = np.array([[b, 0, q], [0, 1, 0], [-q, 0, b]])
    about_z = np.array([[c, -r, 0], [r, c, 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


class Part:
    "An object of the scene: its mesh as drawn, and where it is. A flat one becomes a disk below the camera."

    def __init__(self, mi, name, about, mesh: Mesh, camera, moving):
        self.name, self.about, self.moving = name, about, moving
        if flat := len(mesh.faces) == 1:
            far = np.abs(mesh.vertices[:, :2]).max() * math.sqrt(2) + np.abs(camera[:2]).max()
            self.vertices, faces = rings(far / about.get('scale', 1.0))
        else:
            self.vertices, faces = np.asarray(mesh.vertices, dtype=float), triangles(mesh.faces)
        self.shift = np.array([camera[0], camera[1], mesh.vertices[0, 2]]) if flat else np.zeros(3)
        diffuse = dict(type='diffuse', reflectance=dict(type='mesh_attribute', name='vertex_color'))
        properties = mi.Properties()
        properties['mesh_bsdf'] = mi.load_dict(dict(type='twosided', material=diffuse))
        self.shape = mi.Mesh(name, len(self.vertices), len(faces), properties, has_vertex_normals=True)
        self.shape.add_attribute('vertex_color', 3, np.zeros(3 * len(self.vertices), dtype=np.float32))
        p = mi.traverse(self.shape)
        p['vertex_positions'] = self.vertices.astype(np.float32).ravel()
        p['faces'] = faces.ravel().astype(np.uint32)
        p.update()
        self.normals = np.array(mi.traverse(self.shape)['vertex_normals'], dtype=float).reshape(-1, 3)

    def place(self, row):
        "Vertices and normals where the row wants them, float32."
        where = np.asarray(row.get(f'{self.name}.location', self.about.get('location', (0, 0, 0))))
        r = rotation(row.get(f'{self.name}.rotation', (0, 0, 0)))
        points = float(self.about.get('scale', 1.0)) * self.vertices @ r.T + where + self.shift
        return points.astype(np.float32), (self.normals @ r.T).astype(np.float32)


def encode(x):
    "The sRGB curve (Blender's view transform Standard), clipped to [0, 1], in 256 levels."
    x = np.clip(x, 0, 1)
    y = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-6) ** (1 / 2.4) - 0.055)
    return (255 * y + 0.5).astype(np.uint8)


class Renderer:
    "Images of one scene, one row of moving properties ('part.property') at a time."

    def __init__(self, scene, meshes, settings, moving):
        self.mi = mi = load_mitsuba()
        self.samples, camera = settings['samples'], scene['camera']
        sampler = dict(type='multijitter', sample_count=self.samples)
        if mi.load_dict(sampler).sample_count() != self.samples:
            raise ValueError(f'samples is {self.samples}: a product of two similar numbers such as 9, 12, 16 is needed')
        self.camera = np.asarray(camera['location'], dtype=np.float32)

        def moves(name):
            return [key.partition('.')[2] for key in moving if key.partition('.')[0] == name]

        self.parts = {
            name: Part(mi, name, about, meshes[about['mesh']], self.camera, moves(name))
            for name, about in scene['objects'].items()
        }
        count = light_points({k: about['kind'] for k, about in scene['lights'].items()}, self.samples)
        self.lights = [Light(k, about, count[k], moves(k)) for k, about in scene['lights'].items()]
        emitters, self.strengths = {}, {}
        for light in self.lights:
            made, self.strengths[light.name] = light.emitters()
            emitters.update(made)
        where = dict(origin=list(camera['location']), target=list(camera['look_at']), up=[0, 0, 1])
        side = settings['size']
        film = dict(type='hdrfilm', width=side, height=side, rfilter=dict(type='box'), pixel_format='rgb')
        fov = math.degrees(2 * math.atan(camera['sensor'] / (2 * camera['lens'])))
        sensor = dict(type='perspective', fov=fov, to_world=mi.ScalarTransform4f().look_at(**where))
        sensor.update(film=film, sampler=sampler)
        direct = dict(type='direct', emitter_samples=1, bsdf_samples=0, hide_emitters=True)
        shapes = {name: part.shape for name, part in self.parts.items()}
        everything = dict(type='scene', integrator=direct, sensor=sensor, **shapes, **emitters)
        self.scene = mi.load_dict(everything, parallel=False)
        self.parameters, self.known = mi.traverse(self.scene), {}

    def _move(self, row):
        "Bring the scene into the state of the row."
        p = self.parameters
        for light in self.lights:
            if light.name in self.known and not light.moves:
                continue
            light.place(row, self.parts)
            self.known[light.name] = True
            for k, (where, strength) in enumerate(zip(light.transforms(self.mi), self.strengths[light.name])):
                p[f'{light.name}_{k}.to_world'] = where
                p[f'{light.name}_{k}.{light.unit}.value'] = self.mi.Color3f(*(strength * light.power).tolist())
        for name, part in self.parts.items():
            if set(part.moving) - {'color'} or name not in self.known:
                points, normals = part.place(row)
                p[f'{name}.vertex_positions'] = points.ravel()
                view = self.camera - points
                view /= np.linalg.norm(view, axis=1, keepdims=True)
                nv = np.einsum('ij,ij->i', view, normals)
                self.known[name] = points, normals * np.sign(nv)[:, None], view, np.maximum(np.abs(nv), 0.02), {}
            color = self._color(np.asarray(row[f'{name}.color'], dtype=np.float32), *self.known[name])
            p[f'{name}.vertex_color'] = color.astype(np.float32).ravel()
        p.update()

    def _color(self, color, points, normals, view, nv, fixed):
        "Effective color of every vertex of a part; `fixed` keeps what the lights that do not move contribute."
        total = 0
        for light in self.lights:
            if light.name not in fixed or light.moves:
                fixed[light.name] = lobes(points, normals, view, nv, light)
            total = total + fixed[light.name][..., None] * light.power.astype(np.float32)
        return rubber_color(color, nv, total)

    def images(self, frames):
        "Images as they are stored, uint8 `(n, size, size, 3)`."
        out = []
        for i in range(len(next(iter(frames.values())))):
            self._move({k: v[i] for k, v in frames.items()})
            out.append(encode(np.array(self.mi.render(self.scene, spp=self.samples, seed=0))))
        return np.stack(out)
