import type { Plugin } from 'vite'

type Texts = { [name: string]: string | Texts }

export const readTexts: (language: string) => Record<string, Texts>
export const readOwnTexts: (language: string) => Record<string, Texts>
export const sharedTexts: Plugin
