import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { consoleTexts } from '../../scripts/lib/console-texts.mjs'
import { lightHooks } from '../../scripts/lib/light-hooks.mjs'

export default defineConfig({
  plugins: [react(), tailwindcss(), lightHooks(), consoleTexts()],
  build: process.env.PLAIN ? { minify: false } : {},
})
