import type { Fields } from '../../domain/lib/field.ts'

/** Fields that belong together, under the heading `<resource>:sections.<id>`. */
export type FormSection = { readonly id: string; readonly fields: readonly string[] }

/** The sections that hold any of these fields, with those; what no section names stands at the end, under no heading. */
export const placeFields = (
  fields: Fields,
  sections: readonly FormSection[],
): readonly { id: string | null; names: string[] }[] => {
  const named = new Set(sections.flatMap((section) => section.fields))
  return [
    ...sections.map((section) => ({
      id: section.id,
      names: section.fields.filter((name) => Object.hasOwn(fields, name)),
    })),
    { id: null, names: Object.keys(fields).filter((name) => !named.has(name)) },
  ].filter(({ names }) => names.length > 0)
}
