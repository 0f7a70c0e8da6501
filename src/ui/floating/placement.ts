/** On which side of its anchor something floats, and at which end of that side. */
export type Placement = `${'top' | 'right' | 'bottom' | 'left'}${'' | '-start' | '-end'}`
