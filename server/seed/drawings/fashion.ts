import { circle, type Drawing, drawing, line, path, rect } from './shapes.ts'

/** Bags, shoes and clothes. */
export const fashionDrawings: readonly Drawing[] = [
  // Heart of leather handbag
  drawing(
    'fashion',
    line('M22 28v-6c0-13 20-13 20 0v6', 3.2, 'dark'),
    path('M15 26h34l4 23c0 3-2 4-4 4H15c-2 0-4-1-4-4z', 'main'),
    path('M32 45l-6-6c-4-4 2-9 6-4 4-5 10 0 6 4z', 'accent'),
  ),
  // Anti-theft backpack
  drawing(
    'fashion',
    line('M26 14c0-7 12-7 12 0', 3, 'dark'),
    rect(12, 28, 8, 18, 4, 'dark'),
    rect(44, 28, 8, 18, 4, 'dark'),
    rect(16, 12, 32, 41, 12, 'main'),
    line('M22 26h20', 2, 'light'),
    rect(21, 32, 22, 16, 4, 'dark'),
    circle(32, 40, 2.4, 'accent'),
  ),
  // Light breathable trainers
  drawing(
    'fashion',
    path('M9 40c6-2 9-7 11-15l8 2c4 8 12 10 20 12 5 1 7 4 7 8H9z', 'main'),
    path('M8 45h47c1 5-1 7-5 7H14c-4 0-6-2-6-7z', 'light'),
    line('M27 31l4-3M31 35l4-3M36 38l3-4', 2, 'light'),
    path('M9 40c3-1 6-4 8-8 2 5 1 10-2 13H9z', 'accent'),
  ),
  // Orthopaedic sandals
  drawing(
    'fashion',
    path('M9 44c8-5 16-3 24-4 9-1 20 0 22 5 0 5-4 8-9 8H16c-5 0-8-4-7-9z', 'dark'),
    path('M9 43c8-5 16-3 24-4 9-1 20 0 22 5H10z', 'accent'),
    line('M15 41c2-14 12-16 18-2', 5, 'main'),
    line('M40 39c1-8 9-8 12 2', 4.5, 'main'),
  ),
  // Embroidered bazin outfit
  drawing(
    'fashion',
    path('M24 11l8 4 8-4 13 10-6 9-5-3v26H22V27l-5 3-6-9z', 'main'),
    path('M26 12l6 20 6-20-6 4z', 'accent'),
    rect(22, 47, 20, 3, 0, 'accent'),
    line('M32 34v8', 1.6, 'accent'),
  ),
  // Embroidered abaya
  drawing(
    'fashion',
    path('M26 10h12l5 6 9 24-6 3-4-6 5 16H17l5-16-4 6-6-3 9-24z', 'dark'),
    line('M32 14v39', 1.8, 'accent'),
    line('M14 39l5 2M50 39l-5 2', 2, 'accent'),
    path('M27 10h10c0 5-2 7-5 7s-5-2-5-7z', 'main'),
  ),
  // Three-piece men’s boubou
  drawing(
    'fashion',
    rect(24, 42, 7, 11, 1, 'dark'),
    rect(33, 42, 7, 11, 1, 'dark'),
    path('M25 10h14l16 13v22H9V23z', 'light'),
    path('M27 10l5 12 5-12z', 'main'),
    rect(26, 23, 12, 12, 3, 'accent'),
    line('M20 24v21M44 24v21', 1.4, 'main'),
  ),
]
