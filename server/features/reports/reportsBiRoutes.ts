import type { FastifyInstance, FastifyRequest } from 'fastify';
import { biCharts, mayReport } from '@/domain/reports/biFigures';
import type { AddedReport } from '@/domain/reports/addedReport';
import type { BiHost, BiViewer } from '../../adapters/biHost/BiHost';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { forbidden, notFound } from '../../kernel/DomainError';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { readAdded } from './addedReports';
import { askedFigures, figureParameters, type AskedFigures } from './askedFigures';
import { readChart, readSelection } from './figures';

const root = '/v2/general/reports-bi';

/** `/v2/general/reports-bi`: the figures of each chart, and the dashboards of the BI host, for people with the key. */
export const reportsBiRoutes = (app: FastifyInstance, deps: ApiDeps, host: BiHost, added: readonly AddedReport[] = []): void => {
  const forReporter = <T>(request: FastifyRequest, work: (tx: Transaction) => T | Promise<T>): Promise<T> =>
    inTransaction(deps, callOf(request), 'look', async (tx) => {
      if (!mayReport(tx.grants)) throw forbidden();
      return work(tx);
    });
  /** The transaction ends before another server is called. */
  const viewerOf = (request: FastifyRequest): Promise<BiViewer> =>
    forReporter(request, ({ bearer, grants, locale }) => ({ asdeporteId: bearer.asdeporteId, grants, locale }));
  const figures = <T>(path: string, read: (tx: Transaction, asked: AskedFigures) => Promise<T>) =>
    app.get(`${root}/${path}`, { config: { query: figureParameters } }, (request) =>
      forReporter(request, (tx) => read(tx, askedFigures(request.query))),
    );

  figures('selection', readSelection);
  for (const chart of biCharts) figures(chart, (tx, asked) => readChart(tx, chart, asked));
  for (const report of added) figures(report.name, (tx, asked) => readAdded(tx, report, asked));
  app.get(`${root}/dashboards`, async (request) => host.dashboards(await viewerOf(request)));
  app.post<{ Params: { readonly id: string } }>(`${root}/dashboards/:id/embed`, async (request, reply) => {
    const address = await host.embed(await viewerOf(request), request.params.id);
    if (!address) throw notFound();
    reply.header('cache-control', 'no-store');
    return address;
  });
};
