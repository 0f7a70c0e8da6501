/** Late parts of the console come by its own loader, which asks again for a file that the network cuts. */
export const wholeFiles = () => ({
  name: 'whole-files',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadWhole as __vitePreload } from '/src/ui/late/whole-files.ts'`
      : null,
})
