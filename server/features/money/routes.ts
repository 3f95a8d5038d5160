import type { Routes } from '../../http/routes.ts'

export const moneyRoutes: Routes = () => {}
