import type { Plugin } from 'vite'

export const lightIcons: () => Plugin
