/** Settings of the embedded server, passed on every start so that they always match this file: 2 cores, little memory. */
export const serverSettings: Record<string, string> = {
  // An acknowledged write survives kill -9 and a power cut.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  max_logical_replication_workers: '0',
  // Bounds what a start after kill -9 has to replay.
  max_wal_size: '512MB',
  // One call for the file system instead of one for each file: a start after kill -9 is several times faster.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // A crash ends the server, and ours is the hand that starts it again: getting up by itself it can stand still for good,
  // as where it finds its disk full.
  restart_after_crash: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements carry names and phones: they stay out of the log.
  log_min_error_statement: 'panic',
}
