import { startForms } from '../forms.ts'

/* The file of the forms, which a page loads when somebody turns to one. */
startForms()
