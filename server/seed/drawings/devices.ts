import { circle, type Drawing, drawing, line, path, rect } from './shapes.ts'

/** Watches, sound, power, lamps and fans. */
export const devicesDrawings: readonly Drawing[] = [
  // Sports smartwatch
  drawing(
    'devices',
    rect(25, 9, 14, 14, 4, 'dark'),
    rect(25, 41, 14, 13, 4, 'dark'),
    rect(19, 17, 26, 30, 9, 'main'),
    rect(22, 20, 20, 24, 6, 'dark'),
    line('M24 33h4l2-6 4 11 2-5h4', 2, 'accent'),
  ),
  // Elegance watch, leather strap
  drawing(
    'home',
    rect(26, 8, 12, 46, 3, 'dark'),
    circle(32, 31, 15, 'main'),
    circle(32, 31, 12, 'light'),
    line('M32 23v8l5 4', 2, 'dark'),
  ),
  // Wireless earbuds Pro
  drawing(
    'devices',
    rect(20, 16, 6, 20, 3, 'light'),
    circle(22, 17, 6, 'light'),
    rect(38, 16, 6, 20, 3, 'light'),
    circle(42, 17, 6, 'light'),
    rect(14, 31, 36, 22, 10, 'main'),
    line('M14 40h36', 1.5, 'dark'),
    circle(32, 46, 1.8, 'accent'),
  ),
  // Foldable Bluetooth headphones
  drawing(
    'devices',
    line('M16 38v-7a16 16 0 0 1 32 0v7', 4.5, 'dark'),
    rect(11, 34, 11, 18, 5, 'main'),
    rect(42, 34, 11, 18, 5, 'main'),
    rect(19, 36, 4, 14, 2, 'accent'),
    rect(41, 36, 4, 14, 2, 'accent'),
  ),
  // Waterproof portable speaker
  drawing(
    'devices',
    line('M20 22c0-10 24-10 24 0', 3, 'dark'),
    rect(10, 21, 44, 30, 14, 'main'),
    circle(32, 36, 10, 'dark'),
    circle(32, 36, 6, 'accent'),
    circle(17, 36, 3, 'dark'),
    circle(47, 36, 3, 'dark'),
  ),
  // Power bank, 20,000 mAh
  drawing(
    'devices',
    rect(20, 10, 24, 43, 6, 'main'),
    rect(28, 7, 8, 4, 1, 'dark'),
    path('M34 18l-9 14h6l-2 11 10-15h-6z', 'accent'),
    circle(27, 48, 1.4, 'light'),
    circle(32, 48, 1.4, 'light'),
    circle(37, 48, 1.4, 'light'),
  ),
  // Fast charger 65 W
  drawing(
    'devices',
    rect(24, 9, 4, 14, 1.5, 'dark'),
    rect(36, 9, 4, 14, 1.5, 'dark'),
    rect(18, 20, 28, 28, 8, 'light'),
    rect(27, 48, 10, 5, 2, 'main'),
    path('M33 24l-7 11h5l-1 9 8-12h-5z', 'accent'),
  ),
  // Car phone holder
  drawing(
    'devices',
    rect(29, 40, 6, 9, 2, 'main'),
    rect(20, 47, 24, 6, 3, 'main'),
    rect(22, 9, 20, 33, 4, 'dark'),
    rect(25, 12, 14, 25, 2, 'light'),
    rect(18, 23, 6, 11, 2.5, 'main'),
    rect(40, 23, 6, 11, 2.5, 'main'),
    path('M32 17c-6 0-7 7 0 13 7-6 6-13 0-13z', 'accent'),
  ),
  // Wi-Fi security camera
  drawing(
    'devices',
    rect(29, 42, 6, 7, 1, 'main'),
    rect(21, 48, 22, 5, 2.5, 'main'),
    circle(32, 27, 17, 'light'),
    circle(32, 27, 11, 'dark'),
    circle(32, 27, 6, 'main'),
    circle(34.5, 24.5, 1.8, 'light'),
  ),
  // Portable LED projector
  drawing(
    'devices',
    rect(17, 45, 7, 7, 2, 'dark'),
    rect(40, 45, 7, 7, 2, 'dark'),
    rect(10, 22, 44, 26, 6, 'main'),
    circle(25, 35, 10, 'dark'),
    circle(25, 35, 6, 'accent'),
    line('M40 30h9M40 35h9M40 40h9', 2, 'light'),
  ),
  // Outdoor solar lamp
  drawing(
    'home',
    rect(30, 30, 4, 21, 2, 'dark'),
    rect(22, 48, 20, 5, 2.5, 'dark'),
    path('M20 20h24l-5 15H25z', 'accent'),
    rect(16, 12, 32, 9, 2, 'dark'),
    line('M24 13v7M32 13v7M40 13v7', 1.4, 'main'),
  ),
  // Rechargeable bulbs (set of 3)
  drawing(
    'home',
    path('M32 9c-9 0-14 6-14 13 0 6 4 9 7 15h14c3-6 7-9 7-15 0-7-5-13-14-13z', 'accent'),
    line('M29 37v-9l-3-3M35 37v-9l3-3', 1.8, 'main'),
    rect(26, 37, 12, 5, 1.5, 'light'),
    rect(26, 42, 12, 5, 1.5, 'dark'),
    rect(28, 47, 8, 5, 2.5, 'dark'),
  ),
  // Rechargeable fan
  drawing(
    'home',
    rect(30, 40, 4, 11, 1, 'dark'),
    rect(21, 48, 22, 5, 2.5, 'dark'),
    circle(32, 26, 18, 'light'),
    path('M32 26c-4-9 1-15 6-13s2 9-6 13z', 'main'),
    path('M32 26c9-4 15 1 13 6s-9 2-13-6z', 'main'),
    path('M32 26c4 9-1 15-6 13s-2-9 6-13z', 'main'),
    path('M32 26c-9 4-15-1-13-6s9-2 13 6z', 'main'),
    circle(32, 26, 3.4, 'dark'),
  ),
]
