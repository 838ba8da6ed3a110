"""The scene of 3DIdent in numbers: objects, lights, camera, and what moves from image to image."""

import json
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from clica_nb.core import check_choice
from clica_nb.data.causal3dident import CLASSES
from clica_nb.data.threedident import SATURATION


class Mesh(NamedTuple):
    "A surface: points `(v, 3)`, and squares between them `(f, 4)`; a triangle among them repeats a corner."

    vertices: np.ndarray
    faces: np.ndarray
    smooth: bool = True  # shaded as a curved surface

    @property
    def side(self) -> float:
        "Longest side of the bounding box, as the scene draws it."
        return SCALE * float(np.ptp(self.vertices, axis=0).max())


SCALE = 1.5  # by which the scene enlarges an object


def teapot(segments=10) -> Mesh:
    "The Utah teapot from Newell's 32 Bezier patches, in the size and place that it has in 3DIdent."
    table = json.loads((Path(__file__).parent / 'teapot.json').read_text())
    patches = np.array(table['points'], dtype=float)[np.array(table['patches'])]  # (32, 4, 4, 3)
    t = np.arange(segments + 1) / segments
    b = np.stack([math.comb(3, i) * t**i * (1 - t) ** (3 - i) for i in range(4)], 1)
    points = np.einsum('ia,jb,kabc->kijc', b, b, patches).reshape(-1, 3)
    _, first, index = np.unique(np.round(points, 9), axis=0, return_index=True, return_inverse=True)
    k = np.arange(len(points)).reshape(len(patches), segments + 1, segments + 1)
    squares = np.stack([k[:, :-1, :-1], k[:, :-1, 1:], k[:, 1:, 1:], k[:, 1:, :-1]], -1).reshape(-1, 4)
    c = math.sqrt(0.5)
    turn = np.array([[c, c, 0], [-c, c, 0], [0, 0, 1]])  # by -45 degrees
    return Mesh(0.63468594 * points[first] @ turn.T - [0, 0, 0.90669423], index.reshape(-1)[squares])


# Class -> exponents of a superquadric along its meridians and its circles of latitude (1 round, 0.2 square, 2 pointed),
# its extents, how much narrower it is at the top, and how far it bends forward
SHAPES = {
    'Hare': (1.0, 1.0, (0.6, 0.8, 1.0), 0.5, 0.0),
    'Dragon': (0.2, 1.0, (0.35, 0.6, 1.0), 0.3, 0.6),
    'Cow': (0.2, 0.2, (1.0, 0.6, 0.5), 0.4, 0.0),
    'Armadillo': (2.0, 1.0, (0.8, 0.6, 1.0), -0.4, 0.3),
    'Horse': (1.0, 0.2, (0.5, 1.0, 0.8), 0.6, 0.4),
    'Head': (0.6, 2.0, (1.0, 0.7, 0.8), 0.5, -0.3),
}


def superquadric(meridian, circle, extents, taper, bend, rows=20, columns=32) -> Mesh:
    "A closed surface without a symmetry that would hide a rotation by less than half a turn."
    v = np.linspace(-math.pi / 2, math.pi / 2, rows + 1)[:, None]
    u = np.linspace(0, 2 * math.pi, columns, endpoint=False)[None]

    def power(x, e):
        return np.sign(x) * np.abs(x) ** e

    around = power(np.cos(v).round(12), meridian)  # 0 at the poles
    x, y = around * power(np.cos(u), circle), around * power(np.sin(u), circle)
    z = power(np.sin(v), meridian) + 0 * u
    narrow = 1 - taper * (z + 1) / 2
    points = np.stack([x * narrow + bend * z**2, y * narrow, z], -1) * extents
    points = points.reshape(-1, 3) - (points.max((0, 1)) + points.min((0, 1))) / 2
    k = np.arange((rows + 1) * columns).reshape(rows + 1, columns)
    after = np.roll(k, -1, axis=1)
    return Mesh(points, np.stack([k[:-1], after[:-1], after[1:], k[1:]], -1).reshape(-1, 4))


def class_objects() -> dict:
    "An object for each of the seven classes of Causal3DIdent, as large as the teapot; only the teapot is published."
    out = {'Teapot': teapot()}
    for name in CLASSES:
        mesh = superquadric(*SHAPES[name]) if name in SHAPES else out['Teapot']
        out[name] = mesh._replace(vertices=mesh.vertices * (out['Teapot'].side / mesh.side))
    return out


def ground(side=1500.0) -> Mesh:
    "A flat square."
    h = side / 2
    return Mesh(np.array([[-h, -h, 0], [h, -h, 0], [h, h, 0], [-h, h, 0]]), np.array([[0, 1, 2, 3]]), False)


def scene(mesh: Mesh) -> dict:
    "The parts that never change; the note of a rendered set holds them."
    return dict(
        world=0.0,
        meshes=['object', 'ground'],
        camera=dict(location=(8.0, 0.0, 8.0), look_at=(0.0, 0.0, 0.0), lens=35.0, sensor=50.0),
        objects=dict(
            object=dict(mesh='object', scale=SCALE, material='rubber'),
            ground=dict(mesh='ground', location=(0.0, 0.0, -mesh.side), material='rubber'),
        ),
        lights=dict(
            sun=dict(kind='SUN', energy=0.5, angle=0.2, location=(0.0, 0.0, 20.0)),
            area=dict(kind='AREA', energy=39.27, side=1.0, location=(0.0, 0.0, 7.0)),
            spot=dict(
                **dict(kind='SPOT', energy=3000.0, radius=0.5, cone=math.radians(35), blend=0.1),
                **dict(location=(0.0, 4.0, 6 + mesh.side), look_at='object'),
            ),
        ),
    )


def hue_color(angle, saturation, hue='wrap') -> np.ndarray:
    "Linear RGB of a hue angle in [-pi/2, pi/2], at full value; `hue` is 'wrap', or 'published' with its defect."
    turn = np.asarray(angle, dtype=np.float64) / (2 * math.pi)
    if check_choice('hue', hue, ('wrap', 'published')) == 'wrap':
        turn = turn % 1.0
    sector = np.trunc(6 * turn)  # as `colorsys` does: towards zero
    f, s, one = 6 * turn - sector, saturation, np.ones_like(turn)
    p, q, t = (1 - s) * one, 1 - s * f, 1 - s * (1 - f)
    table = np.array([(one, t, p), (q, one, p), (p, one, t), (p, q, one), (t, p, one), (one, p, q)])  # (6, 3, ...)
    rgb = np.take_along_axis(table, (sector.astype(int) % 6)[None, None], 0)[0]
    return np.maximum(np.moveaxis(rgb, 0, -1), 0.0)  # Blender cuts negative entries to 0


def frames(latents, side, hue='wrap') -> dict:
    "What moves, from latents in the renderer's units `(n, 10)`: one array for each property, a row for each image."
    L = np.asarray(latents, dtype=np.float64)
    spot = np.stack([4 * np.sin(L[:, 6]), 4 * np.cos(L[:, 6]), np.full(len(L), 6 + side)], 1)
    color = {k: hue_color(L[:, i], s, hue) for i, (k, s) in zip((7, 8, 9), SATURATION.items())}
    return {
        'object.location': L[:, :3] + np.array([0.0, 0.0, side / 2]),
        'object.rotation': L[:, 3:6],
        'spot.location': spot,
        **{f'{k}.color': c for k, c in color.items()},
    }
