import type { Capability } from '#contracts/capabilities.ts'
import { desktopApp } from '../../app/desktop/desktop.ts'

/** The parts of the settings in order; each has its own address. */
export const SETTINGS_PARTS = [
  'profile',
  'notifications',
  'appearance',
  'language',
  'shortcuts',
  'access',
  'accounts',
  'providers',
  'channels',
  'labels',
  'blocked',
  'rules',
  'targets',
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

/** Capability required for a part; parts not listed are open to every operator. */
const NEEDED: Readonly<Partial<Record<SettingsPart, Capability>>> = {
  access: 'access',
  accounts: 'server.accounts',
  providers: 'budgets',
  rules: 'rules',
  targets: 'rules',
  network: 'server.network',
  models: 'server.providers',
  voice: 'server.providers',
  budgets: 'spending',
  backups: 'server.backups',
}

/** The parts to list; in a browser there are no workspaces. */
export const listedParts = (may: (capability: Capability) => boolean): readonly SettingsPart[] =>
  SETTINGS_PARTS.filter((part) => {
    const needed = NEEDED[part]
    if (part === 'workspaces') return desktopApp() !== undefined
    return needed === undefined || may(needed)
  })

/**
 * Reports whether the operator may not open a part of their own account; parts about the whole Parley check access
 * themselves.
 */
export function isLocked(part: SettingsPart, may: (capability: Capability) => boolean): boolean {
  const needed = NEEDED[part]
  return needed !== undefined && !needed.startsWith('server.') && !may(needed)
}
