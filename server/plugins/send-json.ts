import type { FastifyReply } from 'fastify'

/** Answers with a text that is JSON already. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Buffer.from(text))
