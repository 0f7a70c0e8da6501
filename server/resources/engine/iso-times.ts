type Times = { createdAt: Date; updatedAt: Date }

/** A record's times as the API gives them: ISO 8601, UTC. */
export const withIsoTimes = <Row extends Times>({
  createdAt,
  updatedAt,
  ...row
}: Row): Omit<Row, keyof Times> & Record<keyof Times, string> => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
