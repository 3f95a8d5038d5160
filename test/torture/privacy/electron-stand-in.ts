// The part of Electron that electron/diagnostics.ts uses.

export const place = { logs: '' }

export const app = {
  isPackaged: false,
  getVersion: () => '0.1.0',
  getLocale: () => 'en',
  getAppMetrics: () => [{ type: 'Browser' }, { type: 'Utility', name: 'server' }],
  getPath: () => place.logs,
}
