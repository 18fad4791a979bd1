package org.sojourn.net.codec;

/** The lines of a stack trace, by themselves or of an exception. */
final class FrameForm implements Form {
    @Override
    public void write(Object value, Output out) {
        StackTraceElement frame = (StackTraceElement) value;
        out.text(frame.getClassLoaderName());
        out.text(frame.getModuleName());
        out.text(frame.getModuleVersion());
        out.text(frame.getClassName());
        out.text(frame.getMethodName());
        out.text(frame.getFileName());
        out.number(frame.getLineNumber());
    }

    @Override
    public StackTraceElement read(Input in) {
        String loader = in.text();
        String module = in.text();
        String version = in.text();
        String type = TextForm.text(in);
        String method = TextForm.text(in);
        return new StackTraceElement(loader, module, version, type, method, in.text(), (int) in.number());
    }
}
