import { circle, type Drawing, drawing, line, path, rect } from './shapes.ts'

/** Health and beauty. */
export const bodyDrawings: readonly Drawing[] = [
  // Slimming shapewear
  drawing(
    'beauty',
    path('M21 11h22c0 8-4 11-4 16s6 8 6 15l-1 11H20l-1-11c0-7 6-10 6-15s-4-8-4-16z', 'main'),
    line('M25 25c5 2 9 2 14 0M21 40c7 3 15 3 22 0', 1.8, 'light'),
    path('M25 11h14c0 5-3 7-7 7s-7-2-7-7z', 'ground'),
  ),
  // Posture corrector
  drawing(
    'health',
    line('M25 12c-8 9-8 18 3 24M39 12c8 9 8 18-3 24', 5, 'main'),
    rect(25, 20, 14, 26, 5, 'dark'),
    rect(13, 41, 38, 9, 4, 'main'),
    rect(28, 43, 8, 5, 1.5, 'light'),
  ),
  // Neck massager
  drawing(
    'health',
    line('M18 18c-4 18 2 30 14 30s18-12 14-30', 9, 'main'),
    circle(18, 18, 5, 'dark'),
    circle(46, 18, 5, 'dark'),
    circle(23, 40, 3, 'light'),
    circle(32, 46, 3, 'light'),
    circle(41, 40, 3, 'light'),
  ),
  // Wrist blood pressure monitor
  drawing(
    'health',
    rect(20, 8, 24, 46, 8, 'dark'),
    rect(14, 15, 36, 32, 9, 'main'),
    rect(19, 20, 26, 18, 4, 'light'),
    path('M32 35l-6-6c-4-4 2-9 6-4 4-5 10 0 6 4z', 'accent'),
    rect(27, 41, 10, 3, 1.5, 'light'),
  ),
  // Beard trimmer 5 in 1
  drawing(
    'health',
    rect(24, 9, 16, 11, 2, 'light'),
    line('M27 10v5M30.300 10v5M33.700 10v5M37 10v5', 1.3, 'dark'),
    path('M23 19h18l-2 31c0 4-14 4-14 0z', 'dark'),
    circle(32, 28, 3, 'accent'),
    line('M29 37h6M29 41h6M29 45h6', 1.6, 'main'),
  ),
  // IPL hair remover
  drawing(
    'beauty',
    rect(26, 22, 14, 31, 7, 'light'),
    rect(16, 11, 33, 17, 7, 'main'),
    rect(21, 15, 23, 8, 3, 'accent'),
    circle(33, 36, 3, 'main'),
  ),
  // Heated straightening brush
  drawing(
    'beauty',
    rect(28, 34, 8, 19, 4, 'dark'),
    rect(20, 8, 24, 30, 11, 'main'),
    ...[16, 23, 30].flatMap((y) => [26, 32, 38].map((x) => circle(x, y, 1.6, 'light'))),
  ),
  // Lace front wig 18 inches
  drawing(
    'beauty',
    path('M32 9c-14 0-18 10-18 22 0 9-3 14-2 21h40c1-7-2-12-2-21 0-12-4-22-18-22z', 'dark'),
    path('M23 27c7 2 11 1 15-5 1 4 2 5 4 6 1 11-3 18-10 18s-10-8-9-19z', 'accent'),
    path('M28 44h8v9h-8z', 'accent'),
    line('M17 34c0 7-2 11-1 17M47 34c0 7 2 11 1 17', 1.6, 'main'),
  ),
  // Shea glow cream
  drawing(
    'beauty',
    rect(14, 27, 36, 26, 8, 'light'),
    rect(12, 17, 40, 12, 4, 'main'),
    circle(32, 40, 7, 'accent'),
    path('M32 35c4 2 4 7 0 10-4-3-4-8 0-10z', 'main'),
  ),
  // Dark spot serum
  drawing(
    'beauty',
    rect(27, 8, 10, 14, 5, 'dark'),
    rect(25, 20, 14, 6, 2, 'dark'),
    rect(20, 25, 24, 28, 6, 'main'),
    rect(24, 33, 16, 14, 2, 'light'),
    path('M32 34c4 5 4 9 0 9s-4-4 0-9z', 'accent'),
  ),
  // Hair growth oil
  drawing(
    'beauty',
    rect(26, 9, 12, 11, 2, 'dark'),
    path('M26 19h12c6 6 8 10 8 16v12c0 4-2 6-6 6H24c-4 0-6-2-6-6V35c0-6 2-10 8-16z', 'accent'),
    path('M32 29c9 2 9 12 0 17-9-5-9-15 0-17z', 'light'),
    line('M32 34v11', 1.5, 'main'),
  ),
  // Argan black soap
  drawing(
    'beauty',
    circle(21, 22, 4.5, 'light'),
    circle(32, 15, 3.5, 'light'),
    circle(42, 23, 5.5, 'light'),
    rect(11, 30, 42, 23, 9, 'dark'),
    rect(17, 35, 30, 13, 5, 'main'),
  ),
  // Oud Royal perfume 100 ml
  drawing(
    'home',
    rect(24, 9, 16, 12, 3, 'dark'),
    rect(28, 19, 8, 7, 1, 'main'),
    rect(16, 25, 32, 28, 6, 'main'),
    rect(21, 32, 22, 14, 2, 'light'),
    path('M32 34l2 3 4-1-2 6h-8l-2-6 4 1z', 'accent'),
  ),
  // Women’s perfume gift set
  drawing(
    'beauty',
    path('M32 23c-11-1-14-12-6-12 4 0 6 7 6 12zM32 23c11-1 14-12 6-12-4 0-6 7-6 12z', 'main'),
    rect(14, 28, 36, 25, 3, 'light'),
    rect(11, 22, 42, 9, 2.5, 'accent'),
    rect(28, 22, 8, 31, 0, 'main'),
  ),
]
