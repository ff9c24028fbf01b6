import {
  appointmentChange,
  appointmentFilter,
  appointmentInput,
  appointmentRecord,
  appointmentSort,
} from '../appointments/input.ts'
import { changeAppointment, createAppointment, findAppointment, listAppointments } from '../appointments/repository.ts'
import { buildListQuery, versionFields, defineResource } from './resource.ts'

const record = appointmentRecord.meta({ id: 'Appointment' })

export const appointmentResource = defineResource({
  name: 'appointments',
  singularName: 'appointment',
  input: appointmentInput.meta({ id: 'NewAppointment' }),
  change: appointmentChange.safeExtend(versionFields).meta({ id: 'AppointmentChange' }),
  query: buildListQuery(appointmentFilter, appointmentSort),
  recordSchema: record,
  listedSchema: record,
  toListed: (appointment) => appointment,
  store: async (...args: Parameters<typeof createAppointment>) => ({
    row: await createAppointment(...args),
    isNew: true,
  }),
  find: findAppointment,
  update: changeAppointment,
  list: listAppointments,
  readEvents: { one: () => ['appointment.read'], list: 'appointments.listed' },
  examples: {
    input: {
      customer: 'Ada Byron',
      phone: '(646) 555-0119',
      address: '12 Example Street',
      job: 'Furnace clicks, no flame',
      startsAt: '2026-01-02T08:00:00-05:00',
      endsAt: '2026-01-02T10:00:00-05:00',
    },
    record: {
      id: 'c2f1b1d4-71c9-4c0e-8a0e-5a4f1a9d3e77',
      leadId: null,
      callId: null,
      customer: 'Ada Byron',
      phone: '+16465550119',
      address: '12 Example Street',
      job: 'Furnace clicks, no flame',
      startsAt: '2026-01-02T13:00:00.000Z',
      endsAt: '2026-01-02T15:00:00.000Z',
      technician: null,
      state: 'requested',
      reason: null,
      isTest: false,
      version: 1,
      createdAt: '2026-01-02T07:16:20.000Z',
      updatedAt: '2026-01-02T07:16:20.000Z',
    },
    change: { state: 'confirmed', technician: 'Sam' },
  },
})
