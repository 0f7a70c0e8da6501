/**
 * Begins the `state` of a provider's answer that says who is at the keyboard: the page that it comes back to hands it to the tab that
 * asked. Apart from the fields, since the login loads it.
 */
export const provingState = 'prove.'
