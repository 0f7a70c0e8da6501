import { manifestWithLinesShapes } from '../../../domain/manifests/manifest.ts'
import { manifestList, readManifestsWithLines } from '../../queries/manifests.ts'
import { serve } from '../serve.ts'

/** Manifests are made by dispatches that name a courier; nobody writes or deletes one by hand. */
export const manifestResource = serve(manifestList, {
  one: { title: 'ManifestWithLines', shapes: manifestWithLinesShapes, read: readManifestsWithLines },
  // Their lines lead no batch: they follow parcels.
  revert: async () => ({ changed: [], refused: [] }),
})
