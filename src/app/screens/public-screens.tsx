import type { ReactNode } from 'react'
import { type PublicScreen, publicRoutes } from '../../../domain/access/routes.ts'
import { PromisePanel } from '../../features/public/promise-panel.tsx'
import { BesideContext } from '../../layouts/split-frame.tsx'
import { Routes } from '../../router/routes.tsx'
import {
  Activate,
  Confirm,
  ForgetPassword,
  Lock,
  Login,
  Logout,
  PasswordReset,
  Register,
  ResendEmail,
  SigninSignup,
  VerifyEmail,
} from '../door/auth-screens.tsx'
import { Broken, Landing, Maintenance, NotFound, Upcoming } from './site-screens.tsx'

/** The public screen of the path that is open. */
export const PublicScreens = () => <Routes screens={byPath} />

const split = (screen: ReactNode) => <BesideContext value={<PromisePanel />}>{screen}</BesideContext>

/** What stands behind each public route. Fails to compile when a route has no screen. */
const screens: Record<PublicScreen, ReactNode> = {
  login: <Login />,
  login2: split(<Login />),
  register: <Register />,
  register2: split(<Register />),
  signinSignup: <SigninSignup />,
  signinSignup2: split(<SigninSignup />),
  confirm: <Confirm />,
  confirm2: split(<Confirm />),
  activate: <Activate />,
  resendEmail: <ResendEmail />,
  verifyEmail: <VerifyEmail />,
  forgetPassword: <ForgetPassword />,
  forgetPassword2: split(<ForgetPassword />),
  passwordReset: <PasswordReset />,
  lockScreen: <Lock />,
  lockScreen2: split(<Lock />),
  logout: <Logout />,
  logout2: split(<Logout />),
  landing: <Landing />,
  upcoming: <Upcoming />,
  maintenance: <Maintenance />,
  notFound: <NotFound />,
  notFound2: split(<NotFound />),
  broken: <Broken />,
  broken2: split(<Broken />),
}

const byPath = Object.fromEntries(
  Object.entries(publicRoutes).map(([screen, path]) => [path, screens[screen as PublicScreen]]),
)
