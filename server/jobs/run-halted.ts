/** Thrown into the work of a run that must not go on: `lost` to another run, or `stopped` with the server. */
export class RunHalted extends Error {
  readonly why: 'lost' | 'stopped'

  constructor(why: 'lost' | 'stopped') {
    super(`the run was ${why}`)
    this.why = why
  }
}
