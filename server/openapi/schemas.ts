import { changeReportShapes, changeShapes } from '../../domain/changes.ts'
import { jobWithReportShapes } from '../../domain/jobs/job.ts'
import { titled } from './json-schema.ts'
import { shapesSchema } from './shape-schema.ts'

/** What more than one call answers. */
export const changeReportSchema = titled('ChangeReport', shapesSchema(changeReportShapes))
export const changeSchema = titled('Change', shapesSchema(changeShapes))
export const jobSchema = titled('Job', shapesSchema(jobWithReportShapes))
