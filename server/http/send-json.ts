import type { FastifyReply } from 'fastify'

/** Answers with what is JSON already: a text, or its bytes. */
export const sendJson = (reply: FastifyReply, json: string | Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(typeof json === 'string' ? Buffer.from(json) : json)
