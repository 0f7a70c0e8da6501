import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightIcons } from '../../scripts/lib/light-icons.mjs'

export default defineConfig({
  plugins: [react(), tailwindcss(), lightIcons()],
  build: process.env.PLAIN ? { minify: false } : {},
})
