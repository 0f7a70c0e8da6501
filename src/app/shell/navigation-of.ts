import type { TFunction } from 'i18next'
import type { Role } from '../../../domain/access/permissions.ts'
import { admits } from '../../../domain/access/routes.ts'
import { routeOf } from '../../../machines/session/landing.ts'
import type { Navigation } from '../../layouts/navigation.ts'
import { menuGroups, navItems } from '../nav-items.ts'

type Input = {
  role: Role
  pathname: string
  keysOf: (command: string) => string | undefined
  t: TFunction
}

/** The menu of a role, and where in it a path is. What is one's own stands in the account's menu instead. */
export const navigationOf = ({ role, pathname, keysOf, t }: Input): Navigation => {
  const open = navItems.filter(({ route }) => admits(route, role))
  const here = routeOf(pathname)?.split('/')[1]
  const current =
    open.find(({ route }) => route === pathname) ?? open.find(({ route }) => route.split('/')[1] === here)
  const groups = menuGroups.map(({ id, icon }) => ({
    id,
    icon,
    label: t(`shell:menu.groups.${id}`),
    items: open
      .filter(({ group }) => group === id)
      .map(({ id, route, icon }) => ({
        id,
        href: route,
        icon,
        keys: keysOf(id),
        label: t(`commands:${id}.place`),
      })),
  }))
  return { currentId: current?.id ?? null, groups: groups.filter(({ items }) => items.length > 0) }
}
