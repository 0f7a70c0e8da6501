import type { Fields } from '../../domain/lib/field.ts'

/** Fields that belong together, under the heading `<resource>:sections.<id>`. */
export type FormSection = { readonly id: string; readonly fields: readonly string[] }

/** Prefilled from the top bar and rarely changed: it comes after everything that a person fills in. */
const prefilled = 'country'

/**
 * The sections that hold any of these fields, with those; what no section names comes at the end, under no heading, the
 * country after all of it. The order is the visual one and the one of Tab; the first of them gets the focus.
 */
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
    {
      id: null,
      names: Object.keys(fields)
        .filter((name) => !named.has(name))
        .toSorted((a, b) => Number(a === prefilled) - Number(b === prefilled)),
    },
  ].filter(({ names }) => names.length > 0)
}
