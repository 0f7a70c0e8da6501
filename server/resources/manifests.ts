import { manifestWithLinesShapes } from '../../domain/manifests/manifest.ts'
import { manifestList, readManifestsWithLines } from '../queries/manifests.ts'
import { serve } from './serve.ts'

/** Manifests are created by dispatches only. */
export const manifestResource = serve(manifestList, {
  one: { title: 'ManifestWithLines', shapes: manifestWithLinesShapes, read: readManifestsWithLines },
  // Their history lines follow parcels and never lead a batch.
  revert: async () => ({ changed: [], refused: [] }),
})
