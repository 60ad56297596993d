import express from 'express';
import { readConstants } from './constants';
import { listen } from './listen';

/** Express as it comes, a constant a route: no credential, no validation, and what was sent is not read. */
const { event, hours } = readConstants();
const app = express();
app.get('/museum-hours', (_request, response) => void response.json(hours));
app.get('/special-events/:eventId', (_request, response) => void response.json(event));
app.patch('/special-events/:eventId', (_request, response) => void response.json(event));

listen(app);
