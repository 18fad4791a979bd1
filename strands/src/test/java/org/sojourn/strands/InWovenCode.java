package org.sojourn.strands;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.sojourn.weave.WeavingLoader;

/** The tests of the class run in a woven copy of it, with the classes of its package and those below. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(InWovenCode.Reloading.class)
public @interface InWovenCode {
    /** Calls the method of the copy in place of the one that was asked for. */
    final class Reloading implements InvocationInterceptor {
        /** Calls it from code that isn't woven. */
        public static void plainly(Runnable what) {
            what.run();
        }

        @Override
        public void interceptTestMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> asked,
                ExtensionContext context)
                throws Throwable {
            invocation.skip();
            Class<?> of = asked.getExecutable().getDeclaringClass();
            ClassLoader loader = new WeavingLoader(of.getPackageName(), of.getClassLoader());
            Class<?> copy = Class.forName(of.getName(), true, loader);
            Method method = copy.getDeclaredMethod(
                    asked.getExecutable().getName(), asked.getExecutable().getParameterTypes());
            method.setAccessible(true);
            var constructor = copy.getDeclaredConstructor();
            constructor.setAccessible(true);
            try {
                method.invoke(constructor.newInstance(), asked.getArguments().toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
