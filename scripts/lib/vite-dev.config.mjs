import { mergeConfig } from 'vite'
import base from '../../vite.config.ts'

const server = `http://127.0.0.1:${process.env.PORT}`

export default mergeConfig(base, {
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/files': server, '/healthz': server, '/readyz': server },
  },
})
