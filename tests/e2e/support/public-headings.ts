import type { PublicScreen } from '../../../domain/access/routes.ts'
import auth from '../../../locales/fr/auth.json' with { type: 'json' }
import site from '../../../locales/fr/public.json' with { type: 'json' }

/** The heading of each public screen for a signed-out visitor. Fails to compile when one is missing. */
export const publicHeadings: Record<PublicScreen, string> = {
  login: auth.login.title,
  login2: auth.login.title,
  register: auth.register.title,
  register2: auth.register.title,
  signinSignup: auth.both.title,
  signinSignup2: auth.both.title,
  confirm: auth.confirm.title,
  confirm2: auth.confirm.title,
  activate: auth.activate.title,
  resendEmail: auth.resend.title,
  // A link with an invalid token.
  verifyEmail: auth.dead.title,
  forgetPassword: auth.forget.title,
  forgetPassword2: auth.forget.title,
  passwordReset: auth.reset.title,
  lockScreen: auth.lock.title,
  lockScreen2: auth.lock.title,
  logout: auth.logout.title,
  logout2: auth.logout.title,
  landing: site.landing.title,
  upcoming: site.upcoming.title,
  maintenance: site.maintenance.title,
  notFound: site.notFound.title,
  notFound2: site.notFound.title,
  broken: site.broken.title,
  broken2: site.broken.title,
}
