import { startForms } from '../forms.ts'

startForms()
