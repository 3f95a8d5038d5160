// What electron/diagnostics.ts sees of Electron.

export const place = { logs: '' }

export const app = {
  isPackaged: false,
  getVersion: () => '0.1.0',
  getLocale: () => 'en',
  getAppMetrics: () => [{ type: 'Browser' }, { type: 'Utility', name: 'server' }],
  getPath: () => place.logs,
}
