/**
 * Injection texts: if a page interprets one as markup, it calls `alert`, sets `struck` on the window, or
 * leaves an element that matches `[data-struck]`. Sorted by length, for short fields.
 */
export const hostileMarkup: readonly string[] = [
  '<b data-struck>',
  '<img src=x onerror=alert(1) data-struck>',
  '"><svg/onload=top.struck=1 data-struck>',
  "'><script>struck=1</script><i data-struck>",
  '</textarea></title></style><script data-struck>alert(1)</script>',
  '<iframe srcdoc="<script>parent.struck=1</script>" data-struck></iframe>',
  '<a href="javascript:alert(1)" data-struck>ouvrir</a>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>" data-struck>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: nobody is to fill it in.
  '{{constructor.constructor("struck=1")()}}${alert(1)}<p data-struck>',
  '<style data-struck>*{background:url(https://evil.test/x)}</style>',
  '$t(shell:banner.offline) <form action=//evil.test data-struck><button>ok',
  '<base href="https://evil.test/" data-struck>\u202Etxt.exe',
  '=HYPERLINK("https://evil.test";"<i data-struck>")',
  "+cmd|'/c calc'!A1<i data-struck>",
  '@SUM(1+9)*cmd|"/c calc"!A0]]><x:f data-struck>',
  '-2+3+cmd|"/c calc"!A0<input autofocus onfocus=struck=1 data-struck>',
]

/** Addresses that a link or an image must never take. */
export const hostileAddresses: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  ' javascript:alert(1)',
  'https://evil.test/"onerror="alert(1)',
]

/** Characters that close a quote, as far as a mail address allows them. */
export const hostileMail = (mark: string): string => `'onfocus=struck=1\`${mark}@waybill.test`

/** A mark that identifies text and field wherever it is shown; it can be searched for. */
export const markOf = (field: number, text: number): string => `q${field}t${text}q`

/** The text cut to the field's length, with its mark at the end. */
export const marked = (text: string, mark: string, maxLength = Number.POSITIVE_INFINITY): string =>
  text.slice(0, maxLength - mark.length) + mark

/** The distinct marks in a shown text. */
export const marksIn = (shown: string): string[] => [...new Set(shown.match(/q\d+t\d+q/g))]
