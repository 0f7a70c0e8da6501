import { circle, type Drawing, drawing, line, path, rect } from './shapes.ts'

/** For children, the car, the house and travelling. */
export const householdDrawings: readonly Drawing[] = [
  // Compact stroller
  drawing(
    'family',
    line('M45 33l7-14h4', 3, 'dark'),
    line('M24 42l18 8M42 42l-18 8', 2, 'dark'),
    path('M13 31c0-14 8-20 20-20v20z', 'main'),
    path('M13 31h34c0 9-7 13-16 13s-18-4-18-13z', 'accent'),
    circle(22, 49, 4.5, 'dark'),
    circle(43, 49, 4.5, 'dark'),
    circle(22, 49, 1.8, 'light'),
    circle(43, 49, 1.8, 'light'),
  ),
  // Foldable baby mosquito net
  drawing(
    'family',
    path('M9 47c0-38 46-38 46 0z', 'light'),
    rect(22, 40, 20, 7, 3.5, 'accent'),
    line('M32 19v27M21 23c-4 6-6 14-6 23M43 23c4 6 6 14 6 23M14 34c11 4 25 4 36 0', 1.4, 'main'),
    rect(7, 45, 50, 8, 4, 'main'),
  ),
  // Musical play mat
  drawing(
    'family',
    rect(8, 43, 48, 10, 5, 'main'),
    line('M13 45c0-40 38-40 38 0', 3.4, 'dark'),
    line('M23 20v9M32 16v8M41 20v9', 1.4, 'dark'),
    circle(23, 31, 4, 'accent'),
    path('M32 22l2 4 4 1-3 3 1 4-4-2-4 2 1-4-3-3 4-1z', 'light'),
    circle(41, 31, 4, 'accent'),
  ),
  // Cordless drill kit
  drawing(
    'tools',
    path('M43 18h6l2 3h6v3h-6l-2 3h-6z', 'dark'),
    path('M18 28h14l4 16H21z', 'main'),
    rect(10, 14, 35, 17, 6, 'main'),
    line('M16 20h8M16 25h8', 2, 'dark'),
    rect(33, 31, 5, 6, 2, 'accent'),
    rect(16, 43, 25, 10, 3, 'dark'),
  ),
  // Mini air compressor
  drawing(
    'tools',
    line('M20 22c0-12 18-12 18 0', 3, 'dark'),
    line('M46 42c12 0 10-20 2-26', 3, 'dark'),
    rect(9, 21, 39, 29, 7, 'main'),
    rect(14, 48, 8, 5, 2, 'dark'),
    rect(35, 48, 8, 5, 2, 'dark'),
    circle(23, 35, 8.5, 'light'),
    line('M23 35l4-4', 2, 'main'),
    rect(36, 29, 8, 4, 1.5, 'dark'),
    rect(36, 37, 8, 4, 1.5, 'dark'),
  ),
  // Car seat cover
  drawing(
    'tools',
    rect(24, 8, 16, 11, 5, 'dark'),
    rect(18, 17, 28, 25, 8, 'main'),
    rect(25, 21, 14, 18, 4, 'accent'),
    rect(13, 37, 38, 16, 8, 'main'),
    rect(21, 41, 22, 8, 4, 'accent'),
  ),
  // LED strip 10 m
  drawing(
    'home',
    line('M32 50h22', 6, 'main'),
    circle(32, 31, 21, 'main'),
    circle(32, 31, 14, 'dark'),
    circle(32, 31, 9, 'main'),
    circle(32, 31, 4.5, 'ground'),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
      circle(
        Math.round(320 + 175 * Math.cos((turn * Math.PI) / 4)) / 10,
        Math.round(310 + 175 * Math.sin((turn * Math.PI) / 4)) / 10,
        1.8,
        'light',
      ),
    ),
  ),
  // Packing cubes
  drawing(
    'fashion',
    rect(27, 12, 26, 26, 5, 'dark'),
    line('M32 19h16', 2, 'accent'),
    rect(11, 22, 31, 31, 6, 'main'),
    line('M16 30h21', 2, 'dark'),
    rect(16, 35, 21, 13, 3, 'light'),
  ),
]
