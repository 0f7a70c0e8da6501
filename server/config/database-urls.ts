/** What a URL of several hosts may ask of the one that is taken: it takes writes. */
export const sessionAttributes: readonly string[] = ['read-write', 'primary']

/** The URL of each host that a URL names, without what only the choice between them is asked by. */
export const urlsOf = (url: string): string[] => {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  const rest = after.replace(/([?&])target_session_attrs=[^&#]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}
