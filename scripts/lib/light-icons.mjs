import { onePath } from './one-path.mjs'
import { inRoot } from './root.mjs'

/** Each icon as the one path that it is, drawn by src/ui/icons/glyph.tsx: without keys, names and the other names it has had. */
export const lightIcons = () => ({
  name: 'light-icons',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    if (!/lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/.test(id.replaceAll('\\', '/'))) return null
    const data = /const __iconData = (\{[\s\S]*?\n\});/.exec(code)?.[1]
    if (data === undefined) return null
    const path = onePath(new Function(`return ${data}`)().node)
    if (path === null) return null
    const glyph = JSON.stringify(inRoot('src/ui/icons/glyph.tsx'))
    return {
      code: `import { glyphOf } from ${glyph}\nexport default /* @__PURE__ */ glyphOf(${JSON.stringify(path)})`,
      map: null,
      moduleSideEffects: false,
    }
  },
})
