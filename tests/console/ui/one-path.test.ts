import { describe, expect, it } from 'vitest'
import { type IconElement, onePath } from '../../../scripts/lib/one-path.mjs'

describe('an icon as one path', () => {
  it('draws each element where it stood by itself', () => {
    const shapes: [string, IconElement][] = [
      ['M3 4l5 6', ['path', { d: 'M3 4l5 6', key: 'a' }]],
      // Not from where the element before it ended.
      ['M0 0m3 4 5 6', ['path', { d: 'm3 4 5 6' }]],
      ['M3 4L5 6', ['line', { x1: '3', y1: '4', x2: '5', y2: '6' }]],
      ['M3 4 5 6 7 4', ['polyline', { points: '3 4 5 6 7 4' }]],
      ['M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z', ['circle', { cx: '11', cy: '11', r: '8' }]],
      [
        'M4 4h16a1 2 0 0 1 1 2v8a1 2 0 0 1 -1 2h-16a1 2 0 0 1 -1 -2v-8a1 2 0 0 1 1 -2z',
        ['rect', { x: '3', y: '4', width: '18', height: '12', rx: '1', ry: '2' }],
      ],
    ]
    for (const [path, element] of shapes) expect(onePath([element]), path).toBe(path)
    expect(onePath(shapes.map(([, element]) => element))).toBe(shapes.map(([path]) => path).join(''))
  })

  it('fills a dot by one more stroke', () => {
    const dot: IconElement = ['circle', { cx: '7', cy: '8', r: '.5', fill: 'currentColor' }]
    expect(onePath([dot])).toBe('M6.5 8a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0zM7 8h.01')
  })

  it('leaves what it does not know as it is', () => {
    const known: IconElement = ['path', { d: 'M3 4l5 6' }]
    const unknown: IconElement[] = [
      ['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }],
      ['path', { d: 'M3 4', fill: 'currentColor' }],
      ['circle', { cx: '7', cy: '8', r: '4', fill: 'currentColor' }],
      ['rect', { width: '6', height: '6', rx: '1' }],
    ]
    for (const element of unknown) expect(onePath([known, element]), element[0]).toBeNull()
  })
})
