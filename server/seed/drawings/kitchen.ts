import { circle, type Drawing, drawing, line, path, rect } from './shapes.ts'

/** For the kitchen. */
export const kitchenDrawings: readonly Drawing[] = [
  // Portable USB blender
  drawing(
    'kitchen',
    path('M22 14h20l-2 24H24z', 'light'),
    path('M23 24h18l-1 14H24z', 'accent'),
    circle(28, 29, 1.5, 'light'),
    circle(35, 32, 1.5, 'light'),
    rect(20, 9, 24, 6, 3, 'dark'),
    rect(23, 36, 18, 17, 5, 'main'),
    circle(32, 45, 2.6, 'light'),
  ),
  // Stand mixer 5 L
  drawing(
    'kitchen',
    rect(38, 20, 11, 30, 4, 'main'),
    rect(12, 48, 39, 5, 2.5, 'dark'),
    line('M24 24v9', 3, 'dark'),
    path('M13 32h22l-3 16H16z', 'light'),
    rect(13, 12, 38, 14, 7, 'main'),
    circle(44, 19, 2.6, 'accent'),
  ),
  // Electric chopper 3 L
  drawing(
    'kitchen',
    path('M18 28h28l-3 22c0 2-1 3-3 3H24c-2 0-3-1-3-3z', 'light'),
    line('M32 29v14M26 41l12-4', 2.4, 'dark'),
    rect(16, 25, 32, 5, 2.5, 'dark'),
    rect(21, 10, 22, 15, 6, 'main'),
    circle(32, 17, 2.8, 'accent'),
  ),
  // Air fryer 4 L
  drawing(
    'kitchen',
    rect(15, 10, 34, 43, 12, 'dark'),
    rect(19, 30, 26, 20, 6, 'main'),
    rect(28, 35, 8, 12, 4, 'light'),
    circle(32, 20, 5, 'accent'),
  ),
  // Stainless steel kettle
  drawing(
    'kitchen',
    line('M20 24c-10 1-11 22-3 24', 3.4, 'dark'),
    path('M41 25l10-6 2 5-9 10z', 'main'),
    path('M21 20h21l4 33H17z', 'main'),
    path('M24 24h4l-2 25h-4z', 'light'),
    rect(20, 15, 23, 6, 3, 'dark'),
    circle(31.5, 13, 3, 'dark'),
  ),
  // Chef’s knife set
  drawing(
    'kitchen',
    path('M16 36V17c0-4 7-7 7-2v21z', 'light'),
    path('M28.500 36V12c0-4 7-7 7-2v26z', 'light'),
    path('M41 36V21c0-4 7-7 7-2v17z', 'light'),
    rect(16, 36, 7, 17, 2.5, 'dark'),
    rect(28.5, 36, 7, 17, 2.5, 'main'),
    rect(41, 36, 7, 17, 2.5, 'dark'),
  ),
  // Cookware set, 10 pieces
  drawing(
    'kitchen',
    rect(9, 31, 9, 6, 3, 'dark'),
    rect(46, 31, 9, 6, 3, 'dark'),
    rect(15, 27, 34, 26, 6, 'main'),
    path('M15 27c0-10 34-10 34 0z', 'light'),
    rect(13, 25, 38, 4, 2, 'dark'),
    circle(32, 16.5, 3, 'dark'),
  ),
  // Kitchen scale
  drawing(
    'kitchen',
    path('M18 18h28l-5 14H23z', 'accent'),
    rect(14, 31, 36, 5, 2.5, 'light'),
    rect(12, 36, 40, 17, 6, 'main'),
    rect(24, 41, 16, 7, 2, 'dark'),
  ),
]
