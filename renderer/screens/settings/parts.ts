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
  'about',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]
