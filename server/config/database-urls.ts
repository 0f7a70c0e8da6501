/** Supported values of `target_session_attrs`: the host takes writes. */
export const sessionAttributes: readonly string[] = ['read-write', 'primary']

/** One URL per host, without `target_session_attrs`. */
export const urlsOf = (url: string): string[] => {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  const rest = after.replace(/([?&])target_session_attrs=[^&#]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}
