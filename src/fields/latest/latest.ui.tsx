import day from '../date/date.ui';

export default day;
