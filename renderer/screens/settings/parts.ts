import type { Capability } from '#contracts/capabilities.ts'
import { desktopApp } from '../../app/desktop/desktop.ts'

/** The parts of the settings, in their order; each has an address of its own. */
export const SETTINGS_PARTS = [
  'profile',
  'notifications',
  'appearance',
  'language',
  'shortcuts',
  'access',
  'accounts',
  'providers',
  'network',
  'models',
  'voice',
  'budgets',
  'limits',
  'data',
  'backups',
  'workspaces',
  'about',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]

/** Capability that a part requires; parts without one are for everybody at the desk. */
const NEEDED: Readonly<Partial<Record<SettingsPart, Capability>>> = {
  access: 'access',
  accounts: 'server.accounts',
  providers: 'budgets',
  network: 'server.network',
  models: 'server.providers',
  voice: 'server.providers',
  budgets: 'spending',
  backups: 'server.backups',
}

/** The parts that somebody may choose from: a browser has no workspaces. */
export const listedParts = (may: (capability: Capability) => boolean): readonly SettingsPart[] =>
  SETTINGS_PARTS.filter((part) => {
    const needed = NEEDED[part]
    if (part === 'workspaces') return desktopApp() !== undefined
    return needed === undefined || may(needed)
  })

/** Reports whether somebody may not open a part of their own account; parts about the whole Parley say so themselves. */
export function isLocked(part: SettingsPart, may: (capability: Capability) => boolean): boolean {
  const needed = NEEDED[part]
  return needed !== undefined && !needed.startsWith('server.') && !may(needed)
}
