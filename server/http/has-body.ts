import type { IncomingMessage } from 'node:http'

/** Whether a body follows the headers of this call. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
