import type { Routes } from '../../http/routes.ts'

export const callRoutes: Routes = () => {}
