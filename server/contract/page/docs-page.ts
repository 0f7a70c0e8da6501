import type { OpenApiDocument } from '../openapi.ts'

/** The document as a page for people. */
export const docsPage = (document: OpenApiDocument): string =>
  `<!doctype html><title>${document.info.title}</title>`
