/**
 * The elements of an icon as the data of one path, drawn alike: a screen has a hundred icons, and each of their elements
 * is made, styled and laid out. Null where there is one that is not known how to draw.
 */
export const onePath = (elements) => {
  const drawn = elements.map(([tag, { key: _, ...attributes }]) => drawings[tag]?.(attributes))
  return drawn.every((path) => path) ? drawn.join('') : null
}

const drawings = {
  // A small first letter counts from where the path before it ended: from nowhere, here.
  path: ({ d, ...rest }) => isPlain(rest) && (d.startsWith('m') ? `M0 0${d}` : d),
  line: ({ x1, y1, x2, y2, ...rest }) => isPlain(rest) && `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points, ...rest }) => isPlain(rest) && `M${points}`,
  circle: ({ cx, cy, r, fill, ...rest }) => {
    // What is filled is a dot, and one more stroke fills it.
    if (fill !== undefined && r > 0.75) return null
    const dot = fill === undefined ? '' : `M${cx} ${cy}h.01`
    return isPlain(rest) && `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z${dot}`
  },
  rect: ({ x, y, width, height, rx, ry = rx, ...rest }) => {
    if (x === undefined || y === undefined || rx === undefined) return null
    const corner = (dx, dy) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
    const [wide, high] = [width - 2 * rx, height - 2 * ry]
    const top = `M${Number(x) + Number(rx)} ${y}h${wide}${corner(rx, ry)}v${high}`
    const bottom = `${corner(-rx, ry)}h${-wide}${corner(-rx, -ry)}v${-high}${corner(rx, -ry)}z`
    return isPlain(rest) && top + bottom
  },
}

const isPlain = (attributes) => Object.keys(attributes).length === 0
