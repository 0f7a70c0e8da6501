import { jobEventShapes, liveEventShapes } from '../../domain/changes.ts'
import { describe } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { shapesSchema } from '../openapi/shape-schema.ts'

/** What the event stream tells. */
export const eventCalls = {
  stream: describe.call({
    id: 'streamEvents',
    tag: 'events',
    summary: 'Follow what changes, as server-sent events',
    detail:
      "Messages are changed records, from now on or from after `Last-Event-ID`; some may come twice. Events named `job` tell how far the caller's long work has come; `reset` says that what came since is not known any more.",
    background: true,
    headers: ['Last-Event-ID'],
    answers: {
      200: {
        media: 'text/event-stream',
        schema: {
          anyOf: [
            titled('LiveEvent', shapesSchema(liveEventShapes)),
            titled('JobEvent', shapesSchema(jobEventShapes)),
          ],
        },
      },
    },
    refuses: ['TOO_MANY_ATTEMPTS'],
  }),
}
