import { desktopApp } from '../../app/desktop/desktop.ts'

/** The parts of the settings, in their order; each has an address of its own. */
export const SETTINGS_PARTS = [
  'profile',
  'notifications',
  'appearance',
  'language',
  'shortcuts',
  'providers',
  'network',
  'models',
  'budgets',
  'limits',
  'data',
  'backups',
  'workspaces',
  'about',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]

/** The parts that there are to choose from: a browser has no workspaces. */
export const listedParts = (): readonly SettingsPart[] =>
  SETTINGS_PARTS.filter((part) => part !== 'workspaces' || desktopApp() !== undefined)
