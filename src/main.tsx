import '@ant-design/v5-patch-for-react-19';
import { createRoot } from 'react-dom/client';
import { App } from '@/App';
import { Failure } from '@/layout/ErrorPage';
import { readConfig } from '@/providers/config';
import { createServices } from '@/providers/createServices';
import { startErrorReporting } from '@/providers/errorReporting';
import { languageStore } from '@/providers/i18n/languageStore';
import { installed } from '@/plugins/installed';
import { installPlugins } from '@/plugins/installPlugins';
import { registry } from '@/resources';
import { must } from '@/schema/must';
import '@/theme/theme.css';

document.documentElement.lang = languageStore.get().lang;
const config = readConfig();
const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1500));
idle(() => startErrorReporting(config));

const root = createRoot(must(document.getElementById('root'), '#root'));
createServices(installPlugins(registry, installed), config).then(
  (services) => root.render(<App services={services} />),
  (error: unknown) => root.render(<Failure error={error} />), // its texts are in the document itself
);
